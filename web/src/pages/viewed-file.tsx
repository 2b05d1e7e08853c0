import { Group, Stack, Text } from '@mantine/core';
import { IconChartBar, IconShare } from '@tabler/icons-react';
import { type FileView, formatSize } from '@waybill/contracts';
import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../components/ui/button-link.js';
import { PageHeading } from '../components/ui/page-heading.js';
import { ExpiryText } from '../features/files/components/expiry-text.js';
import { ReportFile } from '../features/reporting/report-file.js';
import { DownloadLink } from '../features/viewing/components/download-link.js';
import { FilePreview } from '../features/viewing/components/file-preview.js';
import { addressesOf } from '../lib/access/file-addresses.js';
import { visitOf } from '../lib/access/visits.js';
import { formatDate } from '../lib/format/date.js';
import { paths } from '../lib/paths.js';

/** Name, facts and preview of an open file. */
export function ViewedFile({ file, onDenied }: { file: FileView; onDenied: () => void }) {
  const [search] = useSearchParams();
  const addresses = addressesOf(file.id, visitOf(file.id, search));
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={8} flex="1 1 320px" style={{ minWidth: 0 }}>
          <PageHeading title={file.originalName} />
          <Group gap="md">
            <Text size="sm" c="dimmed">
              {formatSize(file.size)}
            </Text>
            <Text size="sm" c="dimmed">
              Uploaded {formatDate(file.createdAt)}
            </Text>
            {file.deleteAt.Time && <ExpiryText deleteAt={file.deleteAt.Time} />}
          </Group>
        </Stack>
        <Group gap="xs">
          {file.isOwner && <OwnerLinks file={file} />}
          <DownloadLink address={addresses.download} />
        </Group>
      </Group>
      <FilePreview
        file={file}
        addresses={addresses}
        height="max(420px, 76dvh)"
        fitsContent
        offersDownload={false}
        onDenied={onDenied}
      />
      {!file.isOwner && <ReportFile target={{ kind: 'files', id: file.id }} />}
    </Stack>
  );
}

function OwnerLinks({ file }: { file: FileView }) {
  return (
    <>
      <ButtonLink to={paths.share(file.id)} variant="default" leftSection={<IconShare size={18} />}>
        Share
      </ButtonLink>
      {file.userId && (
        <ButtonLink to={paths.analytics(file.id)} variant="default" leftSection={<IconChartBar size={18} />}>
          Analytics
        </ButtonLink>
      )}
    </>
  );
}
