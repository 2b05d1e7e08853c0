import { useEffect, useMemo, useState } from 'react';
import type { Destination } from '../features/file-requests/components/send-form.js';
import { keepSentName, sentNames } from '../features/file-requests/sent-files.js';
import { useLeaveWarning } from '../features/upload/hooks/use-leave-warning.js';
import { loadTransfers } from '../features/upload/load-transfers.js';
import { toOutgoingFile } from '../features/upload/outgoing-file.js';
import type { UploadError } from '../features/upload/transfer.js';
import { type QueuedFile, TransferQueue } from '../features/upload/transfer-queue.js';
import { UnfinishedUploads } from '../features/upload/unfinished-uploads.js';
import type { FileControls } from '../features/upload/upload-controls.js';

export interface RequestUploads {
  /** Files that have not arrived. */
  readonly items: readonly QueuedFile[];
  /** Names of all files that this browser sent. */
  readonly sent: readonly string[];
  /** @returns the number of files that were not being sent already */
  readonly add: (files: readonly File[], destination: Destination) => number;
  readonly retry: (key: number, destination: Destination) => void;
  readonly controls: Omit<FileControls, 'retry'>;
}

/**
 * Sends files to a file request by tus, and resumes what was sent before when the same file is chosen again. `onEnd`
 * runs when the file request takes no more files, or needs its password again.
 */
export function useRequestUploads(slug: string, onEnd: (refusal: UploadError) => void): RequestUploads {
  const [items, setItems] = useState<readonly QueuedFile[]>([]);
  const [sent, setSent] = useState(() => sentNames(slug));
  const [queue] = useState(
    () =>
      new TransferQueue({
        storage: new UnfinishedUploads(`request.${slug}`),
        load: loadTransfers,
        onChange: setItems,
        onArrived: ({ file }) => {
          keepSentName(slug, file.name);
          setSent(sentNames(slug));
        },
        onEnd,
      }),
  );
  useEffect(() => () => queue.end(), [queue]);
  useLeaveWarning(isSending(items));

  const actions = useMemo((): Omit<RequestUploads, 'items' | 'sent'> => {
    const factsOf = ({ token, sender, senderEmail }: Destination) => ({
      token,
      metadata: { request: slug, sender, ...(senderEmail !== '' && { senderEmail }) },
    });
    return {
      add: (files, destination) => queue.add(files.map(toOutgoingFile), factsOf(destination)),
      retry: (key, destination) => queue.retry(key, factsOf(destination)),
      controls: {
        pause: (key) => queue.pause(key),
        resume: (key) => queue.resume(key),
        remove: (key) => queue.remove(key),
      },
    };
  }, [queue, slug]);
  return { items, sent, ...actions };
}

/** Whether a file is under way, waits or is paused. */
export function isSending(items: readonly QueuedFile[]): boolean {
  return items.some(({ step }) => step !== 'failed');
}
