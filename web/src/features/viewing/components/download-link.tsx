import { Button, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { downloadIfAvailable } from '../../../lib/access/checked-download.js';

/** Downloads by a plain link: the browser streams to disk without holding the file in memory. */
export function DownloadLink({
  address,
  label = 'Download',
  ...looks
}: ButtonProps & { address: string; label?: string }) {
  return (
    <Button
      component="a"
      href={address}
      download
      onClick={downloadIfAvailable}
      leftSection={<IconDownload size={18} />}
      {...looks}
    >
      {label}
    </Button>
  );
}
