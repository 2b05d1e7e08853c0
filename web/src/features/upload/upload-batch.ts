import { uiMessages } from '@waybill/contracts';
import { timings } from '../../lib/timings.js';
import { BatchBundle, isOfGoneTarget, needBundle } from './batch-bundle.js';
import type { BatchOptions, BatchState, LinkChoice } from './batch-state.js';
import type { OutgoingFile } from './outgoing-file.js';
import { addSample, calculatePace, type Pace, REPORT_MS, type Sample } from './progress.js';
import { type StartTransfer, type Transfer, UploadError } from './transfer.js';
import { isSameFile } from './upload-bundle.js';
import {
  addItems,
  changesOf,
  isUnderWay,
  newItem,
  nextToSend,
  noPace,
  progressOf,
  type UploadItem,
} from './upload-item.js';

/** Statuses that concern a single file. Any other stops the batch, as all further files would be refused, too. */
const OWN_REFUSALS: readonly number[] = [0, 400, 413];

/** Uploads files, a few at a time, each of which can be paused, cancelled and retried alone. */
export class UploadBatch {
  private readonly startedAt = performance.now();
  private readonly transfers = new Map<number, Transfer>();
  private items: readonly UploadItem[] = [];
  private nextKey = 0;
  private samples: readonly Sample[] = [];
  private problem: string | null = null;
  private choice: LinkChoice = 'one';
  private readonly bundle: BatchBundle;
  private startTransfer: StartTransfer | null = null;
  private isPreparing = false;
  private isFinishing = false;
  private hasEnded = false;
  private report: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: BatchOptions) {
    this.bundle = new BatchBundle(options);
  }

  /** Sends more files, without those that are in the batch already. */
  add(files: readonly OutgoingFile[]): void {
    this.items = addItems(this.items, files, (file) => newItem(file, this.nextKey++)).items;
    void this.run();
  }

  /** Sends the waiting files. */
  async run(): Promise<void> {
    const isFirst = !this.isPreparing && !this.hasEnded;
    if (isFirst) {
      this.isPreparing = true;
      this.problem = null;
    }
    // After `isPreparing` was set: an upload that neither prepares nor sends counts as stopped.
    this.publishState();
    if (!isFirst) return;
    try {
      await this.prepare();
    } catch (error) {
      this.problem = error instanceof UploadError ? error.message : uiMessages.uploadClientFailed;
    } finally {
      this.isPreparing = false;
    }
    // A file that was added during `prepare` makes a bundle necessary.
    if (this.problem === null && this.needsBundle()) await this.run();
    else this.proceed();
  }

  /** Retries the failed files, or only that of `key`, and sends the waiting files. */
  retry(key?: number): void {
    this.items = this.items.map((item) =>
      item.step === 'failed' && (key === undefined || item.key === key)
        ? newItem({ file: item.file, path: item.path }, item.key)
        : item,
    );
    void this.run();
  }

  pause(key?: number): void {
    for (const item of this.items) {
      if (!isUnderWay(item) || (key !== undefined && item.key !== key)) continue;
      this.transfers.get(item.key)?.pause();
      this.set(item.key, { step: 'paused', notice: null });
    }
    // Pausing all also holds back waiting files. After a pause of one file, the next one takes its place.
    if (key === undefined) {
      const held = { step: 'paused', notice: null } as const;
      this.items = this.items.map((item) => (item.step === 'waiting' ? { ...item, ...held } : item));
    }
    this.proceed();
  }

  resume(key?: number): void {
    this.items = this.items.map((item) =>
      item.step === 'paused' && (key === undefined || item.key === key) ? { ...item, step: 'waiting' } : item,
    );
    void this.run();
  }

  /** Cancels one file and deletes what was sent of it. The others continue. */
  remove(key: number): void {
    this.drop((item) => item.key === key);
  }

  /** Cancels all files that are not uploaded yet. */
  cancel(): void {
    this.drop(({ step }) => step !== 'sent');
  }

  choose(choice: LinkChoice): void {
    this.choice = choice;
    this.publishState();
  }

  /** Stops without further callbacks. What was sent can be resumed. */
  end(): void {
    this.hasEnded = true;
    clearTimeout(this.report);
    this.bundle.end();
    for (const transfer of this.transfers.values()) transfer.end();
  }

  private drop(isDropped: (item: UploadItem) => boolean): void {
    const dropped = this.items.filter(isDropped);
    this.items = this.items.filter((item) => !isDropped(item));
    for (const { key } of dropped) {
      this.transfers.get(key)?.cancel();
      this.transfers.delete(key);
    }
    // Older samples include bytes of the dropped files.
    this.samples = [];
    if (this.items.length === 0) this.bundle.leaveEmpty();
    void this.run();
  }

  /** Loads the tus client. Makes a bundle, or finds that of an interrupted upload of the same files. */
  private async prepare(): Promise<void> {
    this.startTransfer ??= await this.options.load();
    if (this.bundle.id !== null) this.bundle.keepRunning(this.items);
    if (this.bundle.id !== null || this.items.length === 0) return;
    const found = await this.bundle.find(this.items);
    if (found) {
      this.bundle.keepRunning(this.items);
      this.items = this.items.map((item) => {
        const sent = item.step === 'waiting' && found.files.find((file) => isSameFile(file, item));
        return sent ? { ...item, step: 'sent', sent: item.file.size, id: sent.id } : item;
      });
    } else if (this.needsBundle()) {
      await this.bundle.make(this.items);
      // All were cancelled meanwhile.
      if (this.items.length === 0) this.bundle.leaveEmpty();
    }
  }

  private needsBundle(): boolean {
    return !this.hasEnded && this.bundle.id === null && needBundle(this.items);
  }

  private proceed(): void {
    if (this.problem === null && this.startTransfer && !this.isPreparing && !this.hasEnded) {
      let next: UploadItem | undefined;
      while ((next = nextToSend(this.items))) this.send(next, this.startTransfer);
    }
    this.publishState();
    if (this.hasArrived()) void this.finish();
  }

  private send(item: UploadItem, startTransfer: StartTransfer): void {
    const { key, file, path } = item;
    this.set(key, { step: 'sending', notice: null, samples: [] });
    const paused = this.transfers.get(key);
    if (paused) {
      paused.resume();
      return;
    }
    const { storage, requireSameAccount } = this.options;
    const unfinished = storage.find(item);
    const bundleId = this.bundle.id;
    const resumed = unfinished && this.bundle.canTake(unfinished) ? unfinished : null;
    const transfer = startTransfer(
      { file, path, bundleId, unfinished: resumed, storage, requireSameAccount },
      {
        onProgress: (sent) => this.onProgress(key, sent),
        onNews: (news) => {
          this.set(key, changesOf(news));
          this.publishState();
        },
      },
    );
    this.transfers.set(key, transfer);
    transfer.done.then(
      (id) => this.settle(key, { step: 'sent', sent: file.size, id, notice: null }),
      (error: unknown) =>
        isOfGoneTarget(error) ? void this.onGone(key, bundleId, error) : this.onRefusal(key, error),
    );
  }

  /** Sends the file to another bundle if that of the batch expired or was deleted. */
  private async onGone(key: number, bundleId: string | null, error: UploadError): Promise<void> {
    if (bundleId === null || !(await this.bundle.isGone(bundleId))) {
      this.onRefusal(key, error);
      return;
    }
    this.bundle.leaveGone(bundleId);
    this.transfers.delete(key);
    this.set(key, { step: 'waiting', sent: 0 });
    await this.run();
  }

  private onRefusal(key: number, error: unknown): void {
    const { message, status } =
      error instanceof UploadError ? error : new UploadError(uiMessages.uploadFailed);
    if (!OWN_REFUSALS.includes(status)) this.problem = message;
    this.settle(key, { step: 'failed', sent: 0, notice: message });
  }

  private settle(key: number, changes: Partial<UploadItem>): void {
    this.transfers.delete(key);
    this.set(key, changes);
    this.proceed();
  }

  private onProgress(key: number, sent: number): void {
    const at = performance.now() - this.startedAt;
    const item = this.items.find((candidate) => candidate.key === key);
    if (!item) return;
    this.set(key, progressOf(item, sent, at));
    this.report ??= setTimeout(() => this.publishState(), REPORT_MS);
  }

  private async finish(): Promise<void> {
    if (this.isFinishing) return;
    this.isFinishing = true;
    try {
      await wait(timings.uploadMinimum - (performance.now() - this.startedAt));
      // Files were added, or all were removed, during the wait.
      if (!this.hasArrived()) return;
      const files = this.items.flatMap(({ file, path, id }) => (id === null ? [] : [{ file, path, id }]));
      const bundle = await this.bundle.settle(files, this.choice);
      if (!this.hasArrived()) return;
      this.end();
      this.options.onDone({ files, ...bundle });
    } catch (error) {
      this.problem = error instanceof UploadError ? error.message : uiMessages.uploadFailed;
      this.publishState();
    } finally {
      this.isFinishing = false;
    }
  }

  private hasArrived(): boolean {
    const { items } = this;
    return (
      !this.hasEnded && this.problem === null && items.length > 0 && items.every(({ id }) => id !== null)
    );
  }

  private set(key: number, changes: Partial<UploadItem>): void {
    this.items = this.items.map((item) => (item.key === key ? { ...item, ...changes } : item));
  }

  private publishState(): void {
    clearTimeout(this.report);
    this.report = undefined;
    if (this.hasEnded) return;
    const { items, problem } = this;
    if (items.length === 0) {
      this.options.onChange(null);
      return;
    }
    const step = this.step();
    this.options.onChange({
      step,
      items,
      pace: step === 'finishing' ? { ...noPace, fraction: 1 } : this.pace(),
      problem,
      choice: this.bundle.isGiven || !needBundle(items) ? null : this.choice,
    });
  }

  private step(): BatchState['step'] {
    if (this.hasArrived()) return 'finishing';
    if (this.isPreparing || this.items.some(isUnderWay)) return 'sending';
    // A problem also keeps paused files from being sent.
    const willResume = this.problem === null && this.items.some(({ step }) => step === 'paused');
    return willResume ? 'sending' : 'stopped';
  }

  private pace(): Pace {
    const total = this.items.reduce((sum, { file }) => sum + file.size, 0);
    const sent = this.items.reduce((sum, item) => sum + item.sent, 0);
    this.samples = addSample(this.samples, { at: performance.now() - this.startedAt, sent, total });
    return calculatePace(this.samples);
  }
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
