import type { FileView } from '@waybill/contracts';
import { useState } from 'react';
import { pollingOptions } from '../../../lib/polling.js';
import { timings } from '../../../lib/timings.js';
import { useLive } from '../../../lib/live/use-live.js';
import { useListFilesQuery } from '../files.api.js';

/**
 * Loads the user's files and keeps them up to date by live events. Polls while a file is being scanned or its preview
 * is being made, because neither ends with an event, and while events do not arrive.
 */
export function useLiveFiles() {
  const { isConnected, readers } = useLive();
  const [isPending, setPending] = useState(false);
  const interval = isConnected ? 0 : timings.livePoll;
  const query = useListFilesQuery(undefined, pollingOptions(isPending ? timings.previewPoll : interval));
  const nowPending = query.data?.some(isPendingFile) ?? false;
  if (nowPending !== isPending) setPending(nowPending);
  return { ...query, readers };
}

function isPendingFile({ preview, scanState }: FileView): boolean {
  return preview.state === 'pending' || scanState === 'pending';
}
