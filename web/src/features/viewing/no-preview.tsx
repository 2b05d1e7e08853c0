import { Button, Group } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { EmptyState } from '../../components/ui/empty-state.js';
import { DownloadLink } from './components/download-link.js';

/** A download in place of a preview: its address; null: the page offers it already; false: the link allows none. */
export type OfferedDownload = string | null | false;

/** Explains why there is no preview, with a download. `onTryAnother`: opens a viewer that may still show the file. */
export function NoPreview({
  message,
  download,
  onTryAnother,
}: {
  message: string;
  download: OfferedDownload;
  onTryAnother?: () => void;
}) {
  return (
    <EmptyState
      icon={IconEyeOff}
      title={message}
      heading={2}
      actions={
        (download || onTryAnother) && (
          <Group justify="center">
            {download && <DownloadLink address={download} variant="default" />}
            {onTryAnother && (
              <Button variant="subtle" onClick={onTryAnother}>
                Try another viewer
              </Button>
            )}
          </Group>
        )
      }
    >
      {download !== false && 'You can still download the file and open it on your device.'}
    </EmptyState>
  );
}
