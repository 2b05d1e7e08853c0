import { Group, Stack, Text } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { type FileView, formatSize } from '@waybill/contracts';
import { EmptyState } from '../components/ui/empty-state.js';
import { PageHeading } from '../components/ui/page-heading.js';
import type { FileAddresses } from '../lib/access/file-addresses.js';
import { canBeViewedOnly } from '../lib/access/view-only.js';
import { DownloadLink } from '../features/viewing/components/download-link.js';
import { FilePreview } from '../features/viewing/components/file-preview.js';

/** A file that was opened through a link. `allowDownload` false: only what has a rendition can be shown. */
export function LinkedFile({
  file,
  addresses,
  allowDownload,
  onDenied,
}: {
  file: FileView;
  addresses: FileAddresses;
  allowDownload: boolean;
  onDenied: () => void;
}) {
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={8} flex="1 1 320px" style={{ minWidth: 0 }}>
          <PageHeading title={file.originalName} />
          <Text size="sm" c="dimmed">
            {formatSize(file.size)}
          </Text>
        </Stack>
        {allowDownload && <DownloadLink address={addresses.download} />}
      </Group>
      {allowDownload || canBeViewedOnly(file) ? (
        <FilePreview
          file={file}
          addresses={addresses}
          height="max(420px, 76dvh)"
          fitsContent
          offersDownload={false}
          allowDownload={allowDownload}
          onDenied={onDenied}
        />
      ) : (
        <EmptyState icon={IconEyeOff} title="This file cannot be shown" heading={2}>
          The link is for viewing only, and files of this kind cannot be shown without a download. Ask the
          sender.
        </EmptyState>
      )}
    </Stack>
  );
}
