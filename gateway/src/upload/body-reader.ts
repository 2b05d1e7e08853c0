import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** A quarter of a chunk of an encrypted object. Small, because each upload holds these bytes besides its chunk. */
export const GATHERED_BYTES = 256 * 1024;
/** A buffer takes some hundred bytes of memory besides its own. */
const MAX_READS = 256;

export interface BodyReaderOptions {
  /** Bytes that may arrive. */
  readonly maxBytes: number;
  /** Called for each read of the socket. @throws never */
  readonly onBytes: (bytes: number) => void;
}

/** Content-Length of a request; Infinity if it has none. */
export function announcedBytes({ headers }: Pick<IncomingMessage, 'headers'>): number {
  return Number(headers['content-length'] ?? Infinity);
}

/** More bytes arrived than are allowed. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/**
 * Gathers what is read from a body, up to 256 KiB and without a copy, so that later stages run once for all of it and
 * not for each 64 KiB from the socket. Reads only while `next` waits (backpressure), so it holds little more.
 */
export class BodyReader {
  private gathered: Buffer[] = [];
  private gatheredBytes = 0;
  private received = 0;
  private failure: Error | null = null;
  private hasEnded = false;
  private wake: () => void = () => undefined;

  constructor(
    private readonly body: Readable,
    private readonly options: BodyReaderOptions,
  ) {
    body.pause();
    body.on('data', this.onData).on('end', this.onEnd).on('error', this.onError).on('close', this.onClose);
    // The body may have failed or ended before the listeners were added.
    if (body.errored) this.failure = body.errored;
    else if (body.readableEnded) this.hasEnded = true;
    else if (body.destroyed) this.onClose();
  }

  /** @returns the next bytes, then null. @throws TooLongError, or the error of the body */
  async next(): Promise<readonly Buffer[] | null> {
    while (!this.isFull) {
      if (this.failure) throw this.failure;
      if (this.hasEnded) break;
      const woken = new Promise<void>((resolve) => (this.wake = resolve));
      this.body.resume();
      await woken;
    }
    return this.rest();
  }

  /** Takes what was gathered; null if there is nothing. */
  rest(): readonly Buffer[] | null {
    const { gathered } = this;
    this.gathered = [];
    this.gatheredBytes = 0;
    return gathered.length > 0 ? gathered : null;
  }

  /** Leaves the rest of the body unread. */
  close(): void {
    const { body } = this;
    body.off('data', this.onData).off('end', this.onEnd).off('close', this.onClose);
    // The listener of errors stays: an error without one would end the process.
    if (!body.readableEnded) body.pause();
  }

  private get isFull(): boolean {
    return this.gatheredBytes >= GATHERED_BYTES || this.gathered.length >= MAX_READS;
  }

  private readonly onData = (bytes: Buffer): void => {
    const { maxBytes, onBytes } = this.options;
    this.received += bytes.length;
    onBytes(bytes.length);
    if (this.received > maxBytes) {
      this.fail(new TooLongError());
      return;
    }
    this.gathered.push(bytes);
    this.gatheredBytes += bytes.length;
    if (!this.isFull) return;
    this.body.pause();
    this.wake();
  };

  private readonly onEnd = (): void => {
    this.hasEnded = true;
    this.wake();
  };

  private readonly onError = (error: Error): void => this.fail(error);

  private readonly onClose = (): void => {
    if (!this.hasEnded) this.fail(new Error('The body was closed before its end'));
  };

  private fail(error: Error): void {
    this.failure ??= error;
    this.body.pause();
    this.wake();
  }
}
