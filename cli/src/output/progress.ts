import { formatBytes, formatClock } from './format.js';
import { progressLine, withName } from './progress-line.js';

const REDRAW_MS = 100;
const LINE_MS = 10_000;
/** Width of a terminal that does not report it. */
const DEFAULT_COLUMNS = 80;

/** Shows how far a transfer is: a bar on a terminal, plain lines elsewhere. On standard error. */
export class Progress {
  private readonly startedAt = performance.now();
  private firstByte: number | undefined;
  private shownAt = -Infinity;
  private readonly stream = process.stderr;

  /** @param total bytes; null if unknown */
  constructor(
    private readonly name: string,
    private readonly total: number | null,
  ) {}

  /** @param done bytes from the start of the file, those of an earlier run included */
  update(done: number): void {
    this.firstByte ??= done;
    const now = performance.now();
    if (now - this.shownAt < (this.stream.isTTY ? REDRAW_MS : LINE_MS)) return;
    // Short transfers print their last line only.
    if (!this.stream.isTTY && this.shownAt === -Infinity) {
      this.shownAt = now;
      return;
    }
    this.shownAt = now;
    this.show(this.line(done));
  }

  /** Ends the bar with the last line. */
  finish(done: number): void {
    const seconds = (performance.now() - this.startedAt) / 1000;
    this.show(withName(this.name, `${formatBytes(done)} in ${formatClock(seconds)}`, this.columns));
    if (this.stream.isTTY) this.stream.write('\n');
  }

  /** Ends the bar before an error is printed below it. */
  interrupt(): void {
    if (this.stream.isTTY && this.shownAt > -Infinity) this.stream.write('\n');
  }

  /** Without the last column, where some terminals would begin a new line. */
  private get columns(): number {
    return this.stream.isTTY ? (this.stream.columns || DEFAULT_COLUMNS) - 1 : Infinity;
  }

  private show(line: string): void {
    this.stream.write(this.stream.isTTY ? `\r\u001B[K${line}` : `${line}\n`);
  }

  private line(done: number): string {
    const seconds = (performance.now() - this.startedAt) / 1000;
    const rate = seconds > 0 ? (done - (this.firstByte ?? 0)) / seconds : 0;
    return progressLine({ name: this.name, done, total: this.total, rate }, this.columns);
  }
}
