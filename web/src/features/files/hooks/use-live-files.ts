import { useState } from 'react';
import { live } from '../../../lib/live.js';
import { timings } from '../../../lib/timings.js';
import { useListFilesQuery } from '../files.api.js';

/** The person's files as they stand: downloads are counted, previews appear and expired files go by themselves. */
export function useLiveFiles() {
  const [isPending, setPending] = useState(false);
  const query = useListFilesQuery(undefined, live(isPending ? timings.previewPoll : timings.livePoll));
  const nowPending = query.data?.some(({ preview }) => preview.state === 'pending') ?? false;
  if (nowPending !== isPending) setPending(nowPending);
  return query;
}
