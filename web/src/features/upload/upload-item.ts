import { uiMessages } from '@waybill/contracts';
import { identityOf, type OutgoingFile, outgoingNameOf, withoutDuplicates } from './outgoing-file.js';
import { addSample, calculatePace, type Pace, type Sample } from './progress.js';
import { SMALL_BYTES, type TransferNews } from './transfer.js';

const AT_ONCE = 3;
/** Small files take one short request each. One of the browser's six connections stays free for the page. */
const SMALL_AT_ONCE = 5;

/** One file of a batch. */
export interface UploadItem extends OutgoingFile {
  readonly key: number;
  /** `lost`: no connection, or another tab or device sends the file. Retried automatically. */
  readonly step: 'waiting' | 'sending' | 'paused' | 'lost' | 'sent' | 'failed';
  /** Bytes. */
  readonly sent: number;
  readonly pace: Pace;
  readonly samples: readonly Sample[];
  /** Outcome, or the reason of a refusal. */
  readonly notice: string | null;
  /** Id of the file, once it was sent. */
  readonly id: string | null;
}

export const noPace: Pace = { fraction: 0, speed: null, secondsLeft: null };

export function newItem(outgoing: OutgoingFile, key: number): UploadItem {
  return { ...outgoing, key, step: 'waiting', sent: 0, pace: noPace, samples: [], notice: null, id: null };
}

/**
 * Adds the files that are not in the list. A failed file that is chosen again is replaced, also if it was changed since
 * and only its name is the same.
 */
export function addItems<Item extends UploadItem>(
  items: readonly Item[],
  files: readonly OutgoingFile[],
  toItem: (file: OutgoingFile) => Item,
): { readonly items: readonly Item[]; readonly added: number } {
  const fresh = withoutDuplicates(files, items.filter(hasNotFailed));
  const next = [...items];
  for (const file of fresh) {
    const findFailed = (keyOf: (file: OutgoingFile) => string) =>
      next.findIndex((item) => item.step === 'failed' && keyOf(item) === keyOf(file));
    const same = findFailed(identityOf);
    const place = same < 0 ? findFailed(outgoingNameOf) : same;
    next.splice(place < 0 ? next.length : place, 1, toItem(file));
  }
  return { items: next, added: fresh.length };
}

export function hasNotFailed({ step }: UploadItem): boolean {
  return step !== 'failed';
}

/** Changes for progress of a transfer. */
export function progressOf({ samples, file }: UploadItem, sent: number, at: number): Partial<UploadItem> {
  // Fewer bytes mean that the transfer restarted: earlier samples would yield a negative speed.
  const since = sent < (samples.at(-1)?.sent ?? 0) ? [] : samples;
  const next = addSample(since, { at, sent, total: file.size });
  return { sent, samples: next, pace: calculatePace(next) };
}

/** Changes for news of a transfer. Drops samples from before an interruption: the speed may have changed. */
export function changesOf(news: TransferNews): Partial<UploadItem> {
  switch (news) {
    case 'sending':
      return { step: 'sending', samples: [] };
    case 'lost':
      return { step: 'lost', notice: uiMessages.uploadLost };
    case 'elsewhere':
      return { step: 'lost', notice: uiMessages.uploadElsewhere };
    case 'restarted':
      return { step: 'sending', samples: [], notice: uiMessages.uploadRestarted };
  }
}

/** Whether the file takes one of the parallel connections, or waits for the network. */
export function isUnderWay({ step }: UploadItem): boolean {
  return step === 'sending' || step === 'lost';
}

/** The first waiting file, unless enough files are under way. */
export function nextToSend<Item extends UploadItem>(items: readonly Item[]): Item | undefined {
  const running = items.filter(isUnderWay).length;
  const next = items.find(({ step }) => step === 'waiting');
  return next && running < (next.file.size <= SMALL_BYTES ? SMALL_AT_ONCE : AT_ONCE) ? next : undefined;
}
