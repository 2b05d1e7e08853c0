import { uiMessages, type Uploaded } from '@waybill/contracts';
import { timings } from '../../lib/timings.js';
import { type Pace, calculatePace, addSample, type Sample } from './progress.js';
import { type SendFile, UploadError } from './transfer.js';

/** One file of a batch. `fraction`: sent share, 0 to 1. */
export interface UploadItem {
  readonly key: number;
  readonly file: File;
  readonly step: 'waiting' | 'sending' | 'sent' | 'failed';
  readonly fraction: number;
}

/** State of a batch. `problem`: message of a failed file, which stops the batch (spec §4). */
export interface BatchState {
  readonly step: 'sending' | 'stopped' | 'finishing';
  readonly pieces: readonly UploadItem[];
  readonly pace: Pace;
  readonly problem: string | null;
}

interface Listeners {
  /** Gets null when no file of the batch is left. */
  readonly onChange: (state: BatchState | null) => void;
  /** Runs when all remaining files are uploaded and at least 3 s have passed since the start. */
  readonly onDone: (uploaded: Uploaded) => void;
}

/**
 * Uploads files one after the other, each in its own request with its own progress, so that one can be cancelled or
 * retried alone. Sequential, because an anonymous browser gets its identity cookie with the first response.
 */
export class UploadBatch {
  private readonly startedAt = performance.now();
  private readonly uploaded = new Map<number, Uploaded>();
  private pieces: readonly UploadItem[];
  private samples: readonly Sample[] = [];
  private problem: string | null = null;
  private sending: { readonly key: number; readonly controller: AbortController } | null = null;
  private isRunning = false;
  private hasEnded = false;

  constructor(
    files: readonly File[],
    private readonly sendFile: SendFile,
    private readonly listeners: Listeners,
  ) {
    this.pieces = files.map((file, key) => ({ key, file, step: 'waiting', fraction: 0 }));
  }

  /** Uploads the waiting files. Does nothing while an upload is running. */
  async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    this.problem = null;
    for (let next = this.next(); next; next = this.next()) await this.send(next);
    await this.finish();
    this.isRunning = false;
    this.tell();
  }

  /** Retries the failed file and continues with those after it. */
  retry(): void {
    this.pieces = this.pieces.map((piece) =>
      piece.step === 'failed' ? { ...piece, step: 'waiting' as const, fraction: 0 } : piece,
    );
    void this.run();
  }

  /** Cancels one file, which may be uploading. The others continue. */
  remove(key: number): void {
    this.drop(({ key: other, step }) => other === key && step !== 'sent');
  }

  /** Cancels all files that are not uploaded yet. */
  cancel(): void {
    this.drop(({ step }) => step !== 'sent');
  }

  /** Aborts the running request without further callbacks. */
  end(): void {
    this.hasEnded = true;
    this.sending?.controller.abort();
  }

  private drop(isDropped: (piece: UploadItem) => boolean): void {
    const dropped = this.pieces.filter(isDropped);
    this.pieces = this.pieces.filter((piece) => !isDropped(piece));
    // Older samples belong to another file.
    this.samples = [];
    if (dropped.some(({ key }) => key === this.sending?.key)) this.sending?.controller.abort();
    this.tell();
    if (this.pieces.every(({ step }) => step !== 'failed')) void this.run();
  }

  private next(): UploadItem | undefined {
    if (this.hasEnded || this.problem !== null) return undefined;
    return this.pieces.find(({ step }) => step === 'waiting');
  }

  private async send({ key, file }: UploadItem): Promise<void> {
    const controller = new AbortController();
    this.sending = { key, controller };
    this.change(key, { step: 'sending', fraction: 0 });
    try {
      const onProgress = (fraction: number) => this.change(key, { fraction });
      this.uploaded.set(key, await this.sendFile(file, onProgress, controller.signal));
      this.change(key, { step: 'sent', fraction: 1 });
    } catch (error) {
      if (!controller.signal.aborted) {
        this.problem = error instanceof UploadError ? error.message : uiMessages.uploadFailed;
        this.change(key, { step: 'failed', fraction: 0 });
      }
    } finally {
      this.sending = null;
    }
  }

  private async finish(): Promise<void> {
    const answers = this.pieces
      .map(({ key }) => this.uploaded.get(key))
      .filter((answer) => answer !== undefined);
    const [first] = answers;
    if (!first || !this.hasArrived()) return;
    this.tell();
    await wait(timings.uploadMinimum - (performance.now() - this.startedAt));
    if (!this.hasArrived()) return;
    this.hasEnded = true;
    this.listeners.onDone({ id: first.id, files: answers.flatMap(({ files }) => files) });
  }

  private hasArrived(): boolean {
    return !this.hasEnded && this.pieces.every(({ step }) => step === 'sent');
  }

  private change(key: number, changes: Partial<UploadItem>): void {
    this.pieces = this.pieces.map((piece) => (piece.key === key ? { ...piece, ...changes } : piece));
    const total = this.pieces.reduce((sum, { file }) => sum + file.size, 0);
    const sent = this.pieces.reduce((sum, { file, fraction }) => sum + file.size * fraction, 0);
    this.samples = addSample(this.samples, { at: performance.now() - this.startedAt, sent, total });
    this.tell();
  }

  private tell(): void {
    if (this.hasEnded) return;
    const { pieces, problem } = this;
    if (pieces.length === 0) {
      this.listeners.onChange(null);
      return;
    }
    const hasArrived = this.hasArrived();
    this.listeners.onChange({
      step: problem !== null ? 'stopped' : hasArrived ? 'finishing' : 'sending',
      pieces,
      pace: hasArrived ? { fraction: 1, speed: null, secondsLeft: null } : calculatePace(this.samples),
      problem,
    });
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
}
