import { Group } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { ButtonLink } from '../../components/ui/button-link.js';
import { EmptyState } from '../../components/ui/empty-state.js';
import { DownloadLink } from './components/download-link.js';

/**
 * Explains why there is no preview, with a download. `download`: null where the page offers it already.
 * `elsewhere`: a page that may still show the file.
 */
export function NoPreview({
  message,
  download,
  elsewhere,
}: {
  message: string;
  download: string | null;
  elsewhere?: string;
}) {
  return (
    <EmptyState
      icon={IconEyeOff}
      title={message}
      heading={2}
      actions={
        (download !== null || elsewhere) && (
          <Group justify="center">
            {download !== null && <DownloadLink address={download} variant="default" />}
            {elsewhere && (
              <ButtonLink to={elsewhere} variant="subtle">
                Try another viewer
              </ButtonLink>
            )}
          </Group>
        )
      }
    >
      You can still download the file and open it on your device.
    </EmptyState>
  );
}
