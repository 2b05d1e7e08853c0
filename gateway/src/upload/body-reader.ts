import { freeBuffer } from '@waybill/storage';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** A quarter of a chunk of an encrypted object. Small, because each upload holds such a buffer besides its chunk. */
export const GATHERED_BYTES = 256 * 1024;

export interface BodyReaderOptions {
  /** Content-Length, or Infinity. A smaller body gets a smaller buffer. */
  readonly announced: number;
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
 * Gathers the bytes of a body into buffers of 256 KiB, so that later stages run once per buffer and not for each 64 KiB
 * from the socket. Reads only while `next` waits (back-pressure), so it holds little more than one buffer.
 */
export class BodyReader {
  private chunk: Buffer | null = null;
  private filled = 0;
  private received = 0;
  private readonly full: Buffer[] = [];
  /** Socket bytes that were copied. Freed when more arrive: until then the stream may still read their length. */
  private copied: Buffer | null = null;
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
  async next(): Promise<Buffer | null> {
    for (;;) {
      const chunk = this.full.shift();
      if (chunk) return chunk;
      if (this.failure) throw this.failure;
      if (this.hasEnded) return this.rest();
      const woken = new Promise<void>((resolve) => (this.wake = resolve));
      this.body.resume();
      await woken;
    }
  }

  /** Takes the bytes of the incomplete buffer; null if there are none. */
  rest(): Buffer | null {
    const { chunk, filled } = this;
    this.chunk = null;
    this.filled = 0;
    if (!chunk || filled === 0) return null;
    return filled === chunk.length ? chunk : chunk.subarray(0, filled);
  }

  /** Leaves the rest of the body unread. */
  close(): void {
    const { body } = this;
    body.off('data', this.onData).off('end', this.onEnd).off('close', this.onClose);
    // The listener of errors stays: an error without one would end the process.
    if (!body.readableEnded) body.pause();
  }

  private readonly onData = (bytes: Buffer): void => {
    const { maxBytes, announced, onBytes } = this.options;
    if (this.copied) freeBuffer(this.copied);
    this.received += bytes.length;
    onBytes(bytes.length);
    if (this.received > maxBytes) {
      this.fail(new TooLongError());
      return;
    }
    for (let taken = 0; taken < bytes.length;) {
      const expected = announced - (this.received - bytes.length) - taken;
      this.chunk ??= Buffer.allocUnsafeSlow(Math.min(GATHERED_BYTES, Math.max(expected, bytes.length)));
      const part = bytes.subarray(taken, taken + this.chunk.length - this.filled);
      this.chunk.set(part, this.filled);
      this.filled += part.length;
      taken += part.length;
      if (this.filled < this.chunk.length) continue;
      this.full.push(this.chunk);
      this.chunk = null;
      this.filled = 0;
    }
    this.copied = bytes;
    if (this.full.length === 0) return;
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
