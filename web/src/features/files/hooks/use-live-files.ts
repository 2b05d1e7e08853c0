import { useState } from 'react';
import { pollingOptions } from '../../../lib/polling.js';
import { timings } from '../../../lib/timings.js';
import { useListFilesQuery } from '../files.api.js';

/** Polls the user's files: download counts, new previews and expired files update without a reload. */
export function useLiveFiles() {
  const [isPending, setPending] = useState(false);
  const query = useListFilesQuery(
    undefined,
    pollingOptions(isPending ? timings.previewPoll : timings.livePoll),
  );
  const nowPending = query.data?.some(({ preview }) => preview.state === 'pending') ?? false;
  if (nowPending !== isPending) setPending(nowPending);
  return query;
}
