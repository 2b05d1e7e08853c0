import type { FileView } from '@waybill/contracts';
import { useState } from 'react';
import { isApiError } from '../../../lib/api/api-error.js';
import { live } from '../../../lib/live.js';
import { timings } from '../../../lib/timings.js';
import { useGetFileQuery } from '../files.api.js';

/**
 * A file as it stands now; asked for again while its preview is being made, and when one comes back to it. What has been loaded stays through a
 * passing failure, and goes when the server says that it is gone or closed.
 */
export function useFile(fileId: string): { file: FileView | undefined; error: unknown; retry: () => void } {
  const [isPending, setPending] = useState(false);
  const { currentData, error, refetch } = useGetFileQuery(fileId, {
    ...live(isPending ? timings.previewPoll : 0),
  });
  const file = isFinal(error) ? undefined : currentData;
  const nowPending = file?.preview.state === 'pending';
  if (nowPending !== isPending) setPending(nowPending);
  return { file, error: file ? undefined : error, retry: () => void refetch() };
}

function isFinal(error: unknown): boolean {
  return isApiError(error) && error.status !== null && error.status >= 400 && error.status < 500;
}
