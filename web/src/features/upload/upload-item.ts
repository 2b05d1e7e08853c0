import { uiMessages } from '@waybill/contracts';
import type { OutgoingFile } from './outgoing-file.js';
import { addSample, calculatePace, type Pace, type Sample } from './progress.js';
import type { TransferNews } from './transfer.js';

/** One file of a batch. */
export interface UploadItem extends OutgoingFile {
  readonly key: number;
  /** `lost`: without a connection, tried again by itself. */
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

/** Changes for progress of a transfer. */
export function progressOf({ samples, file }: UploadItem, sent: number, at: number): Partial<UploadItem> {
  // A transfer that began again goes backwards.
  const since = sent < (samples.at(-1)?.sent ?? 0) ? [] : samples;
  const next = addSample(since, { at, sent, total: file.size });
  return { sent, samples: next, pace: calculatePace(next) };
}

/** Changes for news of a transfer. Samples of the time before say nothing about the speed after. */
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

/** Whether a connection is used, or waited for. */
export function isUnderWay({ step }: UploadItem): boolean {
  return step === 'sending' || step === 'lost';
}
