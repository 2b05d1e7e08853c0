import { Group } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { ButtonLink } from '../../../components/ui/button-link.js';
import { Notice } from '../../../components/ui/notice.js';
import { DownloadLink } from './download-link.js';

/**
 * Says why nothing is shown, and offers the file itself. `download`: its address; null where the page offers it
 * already. `elsewhere`: a page that may still show it.
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
    <Notice
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
    </Notice>
  );
}
