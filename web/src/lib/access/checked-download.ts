import { uiMessages } from '@waybill/contracts';
import type { MouseEvent } from 'react';
import { showFailureToast } from '../toast.js';

/**
 * Click handler of a link that downloads. Checks first that the download is available, because the browser would save
 * the error response instead.
 */
export function downloadIfAvailable(event: MouseEvent<HTMLAnchorElement>): void {
  const link = event.currentTarget;
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  if (opensElsewhere) return;
  event.preventDefault();
  void refusalOf(link.href).then((refusal) => {
    if (refusal !== null) showFailureToast(refusal);
    // A copy, because it has no click handler.
    else (link.cloneNode() as HTMLAnchorElement).click();
  });
}

/** Reason why the download is not available, or null. */
async function refusalOf(address: string): Promise<string | null> {
  const answer = await fetch(address, { method: 'HEAD' }).catch(() => null);
  if (answer?.ok) return null;
  return import('../api/download-refusal.js')
    .then(({ refusalOfDownload }) => refusalOfDownload(address, answer?.status))
    .catch(() => uiMessages.downloadFailed);
}
