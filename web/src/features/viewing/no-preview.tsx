import { Group } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/ui/empty-state.js';
import { DownloadLink } from './components/download-link.js';

/** A download in place of a preview: its address; null: the page offers it already; false: the link allows none. */
export type OfferedDownload = string | null | false;

/** Explains why there is no preview, with a download. `action`: a button for another way to the content. */
export function NoPreview({
  message,
  download,
  action,
}: {
  message: string;
  download: OfferedDownload;
  action?: ReactNode;
}) {
  return (
    <EmptyState
      icon={IconEyeOff}
      title={message}
      heading={2}
      actions={
        (download || action) && (
          <Group justify="center">
            {download && <DownloadLink address={download} variant="default" />}
            {action}
          </Group>
        )
      }
    >
      {download !== false && 'You can still download the file and open it on your device.'}
    </EmptyState>
  );
}
