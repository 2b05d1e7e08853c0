import { Button, type ButtonProps } from '@mantine/core';
import { uiMessages } from '@waybill/contracts';
import { IconDownload } from '@tabler/icons-react';
import { type MouseEvent, useRef } from 'react';
import { showFailureToast } from '../../../lib/toast.js';

/**
 * Downloads by a plain link: the browser streams to disk without holding the file in memory. Checks first that the
 * file is still available, because the browser would save the error response instead.
 */
export function DownloadLink({
  address,
  label = 'Download',
  ...looks
}: ButtonProps & { address: string; label?: string }) {
  const isThere = useRef(false);

  async function askFirst(link: HTMLAnchorElement) {
    const refusal = await refusalOf(address);
    if (refusal !== null) {
      showFailureToast(refusal);
      return;
    }
    isThere.current = true;
    link.click();
    isThere.current = false;
  }

  function download(event: MouseEvent<HTMLAnchorElement>) {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (isThere.current || opensElsewhere) return;
    event.preventDefault();
    void askFirst(event.currentTarget);
  }

  return (
    <Button
      component="a"
      href={address}
      download
      onClick={download}
      leftSection={<IconDownload size={18} />}
      {...looks}
    >
      {label}
    </Button>
  );
}

/** Reason why the file is not available, or null. */
async function refusalOf(address: string): Promise<string | null> {
  const answer = await fetch(address, { method: 'HEAD' }).catch(() => null);
  if (answer?.ok) return null;
  return import('../download-refusal.js')
    .then(({ refusalOfDownload }) => refusalOfDownload(address, answer?.status))
    .catch(() => uiMessages.downloadFailed);
}
