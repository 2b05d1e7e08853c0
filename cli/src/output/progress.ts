import { formatBytes, formatSeconds, printable } from './format.js';

const REDRAW_MS = 100;
const LINE_MS = 10_000;
const BAR_WIDTH = 24;

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
    this.show(`${printable(this.name)}  ${formatBytes(done)} in ${formatSeconds(seconds)}`);
    if (this.stream.isTTY) this.stream.write('\n');
  }

  /** Ends the bar before an error is printed below it. */
  interrupt(): void {
    if (this.stream.isTTY && this.shownAt > -Infinity) this.stream.write('\n');
  }

  private show(line: string): void {
    this.stream.write(this.stream.isTTY ? `\r\u001B[K${cut(line, this.stream.columns - 1)}` : `${line}\n`);
  }

  private line(done: number): string {
    const seconds = (performance.now() - this.startedAt) / 1000;
    const rate = seconds > 0 ? (done - (this.firstByte ?? 0)) / seconds : 0;
    const amount = `${formatBytes(done)}  ${formatBytes(rate)}/s`;
    if (this.total === null) return `${printable(this.name)}  ${amount}`;
    const share = this.total === 0 ? 1 : done / this.total;
    const filled = Math.round(share * BAR_WIDTH);
    const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]`;
    const left = rate > 0 ? `  ${formatSeconds((this.total - done) / rate)} left` : '';
    return `${printable(this.name)}  ${bar} ${Math.floor(share * 100)} %  ${amount}${left}`;
  }
}

function cut(text: string, length: number): string {
  return Array.from(text).slice(0, length).join('');
}
