import { useState } from 'react';
import { pollingOptions } from '../../../lib/polling.js';
import { timings } from '../../../lib/timings.js';
import { useLive } from '../../../lib/live/use-live.js';
import { useListFilesQuery } from '../files.api.js';

/**
 * Loads the user's files and keeps them up to date by live events. Polls while a preview is being made, and while
 * events do not arrive.
 */
export function useLiveFiles() {
  const { isConnected, readers } = useLive();
  const [isPending, setPending] = useState(false);
  const query = useListFilesQuery(
    undefined,
    pollingOptions(isPending ? timings.previewPoll : isConnected ? 0 : timings.livePoll),
  );
  const nowPending = query.data?.some(({ preview }) => preview.state === 'pending') ?? false;
  if (nowPending !== isPending) setPending(nowPending);
  return { ...query, readers };
}
