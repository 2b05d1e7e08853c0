import type { FileView } from '@waybill/contracts';
import { useState } from 'react';
import { isBeingScanned } from '../../../lib/access/being-scanned.js';
import { isFinal } from '../../../lib/api/api-error.js';
import { pollingOptions } from '../../../lib/polling.js';
import { timings } from '../../../lib/timings.js';
import { useGetFileQuery } from '../files.api.js';

/**
 * Loads a file. Polls it while it is being scanned or its preview is being made, and refetches it when the user returns
 * to the tab. Keeps the loaded file through a transient failure, and drops it when the server answers that it is gone
 * or protected.
 */
export function useFile(fileId: string): { file: FileView | undefined; error: unknown; retry: () => void } {
  const [isPending, setPending] = useState(false);
  const { currentData, error, refetch } = useGetFileQuery(fileId, {
    ...pollingOptions(isPending ? timings.previewPoll : 0),
  });
  const file = isFinal(error) ? undefined : currentData;
  const nowPending = isBeingScanned(error) || file?.preview.state === 'pending';
  if (nowPending !== isPending) setPending(nowPending);
  return { file, error: file ? undefined : error, retry: () => void refetch() };
}
