import { uiMessages, type Uploaded } from '@waybill/contracts';
import { timings } from '../../lib/timings.js';
import { type Pace, paceOf, remember, type Sample } from './progress.js';
import { type SendFile, UploadError } from './transfer.js';

/** One file of a batch. `fraction`: how much of it has gone, 0 to 1. */
export interface Piece {
  readonly key: number;
  readonly file: File;
  readonly step: 'waiting' | 'sending' | 'sent' | 'failed';
  readonly fraction: number;
}

/** Where a batch stands. `problem`: the sentence to show once a file has failed, which stops the batch (spec §4). */
export interface BatchState {
  readonly step: 'sending' | 'stopped' | 'finishing';
  readonly pieces: readonly Piece[];
  readonly pace: Pace;
  readonly problem: string | null;
}

interface Listeners {
  /** Null when nothing of the batch is left. */
  readonly onChange: (state: BatchState | null) => void;
  /** Everything that is left has been sent, and at least 3 s have passed since the start. */
  readonly onDone: (uploaded: Uploaded) => void;
}

/**
 * Files on their way, one after the other and each in a request of its own, so that each has its progress and may be
 * called off or tried again without the others. One after the other, because an anonymous browser gets its identity
 * with the answer to its first file.
 */
export class UploadBatch {
  private readonly startedAt = performance.now();
  private readonly uploaded = new Map<number, Uploaded>();
  private pieces: readonly Piece[];
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

  /** Sends what waits. Does nothing while that is under way. */
  async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    this.problem = null;
    for (let next = this.next(); next; next = this.next()) await this.send(next);
    await this.finish();
    this.isRunning = false;
    this.tell();
  }

  /** Sends a file that failed again, and what waited behind it. */
  retry(): void {
    this.pieces = this.pieces.map((piece) =>
      piece.step === 'failed' ? { ...piece, step: 'waiting' as const, fraction: 0 } : piece,
    );
    void this.run();
  }

  /** Calls off one file, which may be under way; the others go on. */
  remove(key: number): void {
    this.drop(({ key: other, step }) => other === key && step !== 'sent');
  }

  /** Calls off whatever has not arrived yet. */
  cancel(): void {
    this.drop(({ step }) => step !== 'sent');
  }

  /** Cuts off what is under way, without a word to anyone any more. */
  end(): void {
    this.hasEnded = true;
    this.sending?.controller.abort();
  }

  private drop(isDropped: (piece: Piece) => boolean): void {
    const dropped = this.pieces.filter(isDropped);
    this.pieces = this.pieces.filter((piece) => !isDropped(piece));
    // What was sent so far no longer says how fast it goes.
    this.samples = [];
    if (dropped.some(({ key }) => key === this.sending?.key)) this.sending?.controller.abort();
    this.tell();
    if (this.pieces.every(({ step }) => step !== 'failed')) void this.run();
  }

  private next(): Piece | undefined {
    if (this.hasEnded || this.problem !== null) return undefined;
    return this.pieces.find(({ step }) => step === 'waiting');
  }

  private async send({ key, file }: Piece): Promise<void> {
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

  private change(key: number, changes: Partial<Piece>): void {
    this.pieces = this.pieces.map((piece) => (piece.key === key ? { ...piece, ...changes } : piece));
    const total = this.pieces.reduce((sum, { file }) => sum + file.size, 0);
    const sent = this.pieces.reduce((sum, { file, fraction }) => sum + file.size * fraction, 0);
    this.samples = remember(this.samples, { at: performance.now() - this.startedAt, sent, total });
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
      pace: hasArrived ? { fraction: 1, speed: null, secondsLeft: null } : paceOf(this.samples),
      problem,
    });
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
}
