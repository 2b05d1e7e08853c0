import { Button, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

/** Saves the file by a plain link: the browser streams it to disk, nothing is held in memory. */
export function DownloadLink({ address, ...looks }: ButtonProps & { address: string }) {
  return (
    <Button component="a" href={address} download leftSection={<IconDownload size={18} />} {...looks}>
      Download
    </Button>
  );
}
