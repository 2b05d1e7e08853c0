import { Divider, Stack, Title } from '@mantine/core';
import { CopyField } from '../../../components/ui/copy-field.js';
import { absolute, paths } from '../../../lib/paths.js';
import { EmailShareForm } from './email-share-form.js';
import { QrCode } from '../../../components/qr-code/qr-code.js';

/** Three ways to share a link: copy it, scan it, mail it. `path`: of the page; without it, that of the file. */
export function SharePanel({
  fileId,
  missing,
  path = paths.link(fileId),
}: {
  fileId: string;
  missing: string;
  path?: string;
}) {
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
      <Stack gap="sm">
        <Title order={2} fz="h3">
          Send by email
        </Title>
        <EmailShareForm fileId={fileId} missing={missing} />
      </Stack>
    </Stack>
  );
}
