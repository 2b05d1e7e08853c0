import { Divider, Stack, Title } from '@mantine/core';
import { CopyField } from '../../../components/ui/copy-field.js';
import { absolute, paths } from '../../../lib/paths.js';
import { EmailShareForm } from './email-share-form.js';
import { FirstLinkOff } from './first-link-off.js';
import { QrCode } from '../../../components/qr-code/qr-code.js';

/**
 * Three ways to share a file or bundle: copy its link, scan it, mail it. `path`: of the shared page; by default that of
 * the file. `isFirstLinkActive`: whether the shared page opens for others than the owner.
 */
export function SharePanel({
  fileId,
  missing,
  path = paths.link(fileId),
  isFirstLinkActive = true,
}: {
  fileId: string;
  missing: string;
  path?: string;
  isFirstLinkActive?: boolean | undefined;
}) {
  if (!isFirstLinkActive) {
    return (
      <Stack gap="lg">
        <FirstLinkOff fileId={fileId}>
          Its address and QR code open it for nobody but you. Share one of its other links, or send a link by
          email.
        </FirstLinkOff>
        <Divider />
        <EmailSection fileId={fileId} missing={missing} />
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      <CopyField label="Link" value={absolute(path)} button="Copy link" done="Link copied" />
      <Divider />
      <Stack gap="sm">
        <Title order={2} fz="h3">
          QR code
        </Title>
        <QrCode fileId={fileId} />
      </Stack>
      <Divider />
      <EmailSection fileId={fileId} missing={missing} />
    </Stack>
  );
}

function EmailSection({ fileId, missing }: { fileId: string; missing: string }) {
  return (
    <Stack gap="sm">
      <Title order={2} fz="h3">
        Send by email
      </Title>
      <EmailShareForm fileId={fileId} missing={missing} />
    </Stack>
  );
}
