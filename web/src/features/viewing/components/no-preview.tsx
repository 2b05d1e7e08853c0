import { IconEyeOff } from '@tabler/icons-react';
import { Notice } from '../../../components/ui/states.js';
import { DownloadLink } from './download-link.js';

/** Says why nothing is shown, and offers the file itself. */
export function NoPreview({ message, download }: { message: string; download: string }) {
  return (
    <Notice
      icon={IconEyeOff}
      title={message}
      actions={<DownloadLink address={download} variant="default" />}
      heading={3}
    >
      You can still download the file and open it on your device.
    </Notice>
  );
}
