import type { StartTransfer } from './transfer.js';

/** Loads the tus client, which the first page does not need. */
export async function loadTransfers(): Promise<StartTransfer> {
  const { TusTransfer } = await import('./tus-transfer.js');
  return (job, listeners) => new TusTransfer(job, listeners);
}
