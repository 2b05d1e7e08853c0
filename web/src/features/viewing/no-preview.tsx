import { Group } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { ButtonLink } from '../../components/ui/button-link.js';
import { EmptyState } from '../../components/ui/empty-state.js';
import { DownloadLink } from './components/download-link.js';

/** A download in place of a preview: its address; null: the page offers it already; false: the link allows none. */
export type OfferedDownload = string | null | false;

/** Explains why there is no preview, with a download. `elsewhere`: a page that may still show the file. */
export function NoPreview({
  message,
  download,
  elsewhere,
}: {
  message: string;
  download: OfferedDownload;
  elsewhere?: string;
}) {
  return (
    <EmptyState
      icon={IconEyeOff}
      title={message}
      heading={2}
      actions={
        (download || elsewhere) && (
          <Group justify="center">
            {download && <DownloadLink address={download} variant="default" />}
            {elsewhere && (
              <ButtonLink to={elsewhere} variant="subtle">
                Try another viewer
              </ButtonLink>
            )}
          </Group>
        )
      }
    >
      {download !== false && 'You can still download the file and open it on your device.'}
    </EmptyState>
  );
}
