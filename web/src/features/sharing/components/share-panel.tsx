import { Divider, Stack, Title } from '@mantine/core';
import { CopyField } from '../../../components/ui/copy-field.js';
import { absolute, paths } from '../../../lib/paths.js';
import { EmailShareForm } from './email-share-form.js';
import { QrCode } from '../../../components/qr-code/qr-code.js';

/** Three ways to share a link: copy it, scan it, mail it. */
export function SharePanel({ fileId, missing }: { fileId: string; missing: string }) {
  return (
    <Stack gap="lg">
      <CopyField label="Link" value={absolute(paths.link(fileId))} button="Copy link" done="Link copied" />
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
