import { uiMessages } from '@waybill/contracts';
import type { OutgoingFile } from './outgoing-file.js';
import { REPORT_MS } from './progress.js';
import { type StartTransfer, type Transfer, type TransferJob, UploadError } from './transfer.js';
import type { UnfinishedUploads } from './unfinished-uploads.js';
import {
  addItems,
  changesOf,
  isUnderWay,
  newItem,
  nextToSend,
  progressOf,
  type UploadItem,
} from './upload-item.js';

/** Facts about a file that its destination requires. */
export type TransferFacts = Required<Pick<TransferJob, 'metadata' | 'token'>>;

/** A file that has not arrived. */
export interface QueuedFile extends UploadItem {
  readonly facts: TransferFacts;
}

export interface QueueOptions {
  readonly storage: UnfinishedUploads;
  readonly load: () => Promise<StartTransfer>;
  readonly onChange: (items: readonly QueuedFile[]) => void;
  readonly onArrived: (file: OutgoingFile) => void;
  /** Runs for a refusal that concerns all further files. */
  readonly onEnd: (error: UploadError) => void;
}

/** The destination requires its password, or takes no more files. Any other status concerns a single file. */
const END_STATUSES: readonly number[] = [401, 410];

/**
 * Sends files without a bundle, a few at a time, each of which can be paused, cancelled and retried alone. Files that
 * arrived leave the queue.
 */
export class TransferQueue {
  private readonly transfers = new Map<number, Transfer>();
  private items: readonly QueuedFile[] = [];
  private nextKey = 0;
  private startTransfer: StartTransfer | null = null;
  private isLoading = false;
  /** Whether the browser has its identity cookie. */
  private isKnown = false;
  private report: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: QueueOptions) {}

  /** @returns the number of added files, without those that are in the queue already */
  add(files: readonly OutgoingFile[], facts: TransferFacts): number {
    const toItem = (file: OutgoingFile) => ({ ...newItem(file, this.nextKey++), facts });
    const { items, added } = addItems(this.items, files, toItem);
    this.items = items;
    void this.run();
    return added;
  }

  pause(key: number): void {
    if (!this.items.some((item) => item.key === key && isUnderWay(item))) return;
    this.transfers.get(key)?.pause();
    this.set(key, { step: 'paused', notice: null });
    this.proceed();
  }

  resume(key: number): void {
    this.items = this.items.map((item) =>
      item.key === key && item.step === 'paused' ? { ...item, step: 'waiting' } : item,
    );
    void this.run();
  }

  /** Sends a failed file again, with facts that may be corrected. */
  retry(key: number, facts: TransferFacts): void {
    this.items = this.items.map((item) =>
      item.key === key && item.step === 'failed'
        ? { ...newItem({ file: item.file, path: item.path }, key), facts }
        : item,
    );
    void this.run();
  }

  /** Cancels one file and deletes what was sent of it. The others continue. */
  remove(key: number): void {
    this.items = this.items.filter((item) => item.key !== key);
    this.transfers.get(key)?.cancel();
    this.transfers.delete(key);
    this.proceed();
  }

  /** Stops all transfers. What was sent can be resumed. */
  end(): void {
    clearTimeout(this.report);
    this.items = [];
    for (const transfer of this.transfers.values()) transfer.end();
    this.transfers.clear();
  }

  private async run(): Promise<void> {
    this.publishState();
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      this.startTransfer ??= await this.options.load();
    } catch {
      this.failWaiting(uiMessages.uploadClientFailed);
    } finally {
      this.isLoading = false;
    }
    this.proceed();
  }

  private proceed(): void {
    if (this.startTransfer) {
      let next: QueuedFile | undefined;
      while ((next = this.next())) this.send(next, this.startTransfer);
    }
    this.publishState();
  }

  /**
   * Sends the first file alone until the server has answered: an anonymous browser gets its identity cookie with this
   * response, and parallel uploads before it would belong to different browsers.
   */
  private next(): QueuedFile | undefined {
    const { items, transfers } = this;
    const isParallel = this.isKnown || transfers.size === 0;
    return nextToSend(isParallel ? items : items.filter(({ key }) => transfers.has(key)));
  }

  private send(item: QueuedFile, startTransfer: StartTransfer): void {
    const { key, file, path, facts } = item;
    this.set(key, { step: 'sending', notice: null, samples: [] });
    const paused = this.transfers.get(key);
    if (paused) {
      paused.resume();
      return;
    }
    const { storage } = this.options;
    const transfer = startTransfer(
      {
        ...facts,
        file,
        path,
        bundleId: null,
        storage,
        unfinished: storage.find(item),
        // No account is required: the server knows the browser by its cookie.
        requireSameAccount: () => Promise.resolve(),
      },
      {
        onProgress: (sent) => this.onProgress(key, sent),
        onNews: (news) => {
          this.set(key, changesOf(news));
          this.publishState();
        },
        onCreated: () => {
          this.isKnown = true;
          this.proceed();
        },
      },
    );
    this.transfers.set(key, transfer);
    transfer.done.then(
      () => this.onArrival(item),
      (error: unknown) => this.onRefusal(key, error),
    );
  }

  private onProgress(key: number, sent: number): void {
    const item = this.items.find((candidate) => candidate.key === key);
    if (!item) return;
    this.set(key, progressOf(item, sent, performance.now()));
    this.report ??= setTimeout(() => this.publishState(), REPORT_MS);
  }

  private onArrival({ key, file, path }: QueuedFile): void {
    this.transfers.delete(key);
    this.items = this.items.filter((item) => item.key !== key);
    this.options.onArrived({ file, path });
    this.proceed();
  }

  private onRefusal(key: number, error: unknown): void {
    const refusal = error instanceof UploadError ? error : new UploadError(uiMessages.uploadFailed);
    this.transfers.delete(key);
    this.set(key, { step: 'failed', sent: 0, notice: refusal.message });
    if (END_STATUSES.includes(refusal.status)) {
      this.failWaiting(refusal.message);
      this.options.onEnd(refusal);
    }
    this.proceed();
  }

  /** Fails the files whose transfer has not begun. */
  private failWaiting(notice: string): void {
    this.items = this.items.map((item) =>
      item.step === 'waiting' && !this.transfers.has(item.key) ? { ...item, step: 'failed', notice } : item,
    );
  }

  private set(key: number, changes: Partial<UploadItem>): void {
    this.items = this.items.map((item) => (item.key === key ? { ...item, ...changes } : item));
  }

  private publishState(): void {
    clearTimeout(this.report);
    this.report = undefined;
    this.options.onChange(this.items);
  }
}
