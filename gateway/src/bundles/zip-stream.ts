import { type ByteRange, onDemand } from '@waybill/storage';
import type { Readable } from 'node:stream';
import { type OpenEntry, ReadAhead } from './read-ahead.js';
import type { ZipLayout } from './zip-layout.js';

/** Headers and small files are sent in blocks of about this size. */
const BLOCK_BYTES = 64 * 1024;

/**
 * Streams a range of an archive on demand. Reads a few small files ahead. Of larger files, only one is open at a time.
 * The consumer owns each piece.
 */
export function zipStream(layout: ZipLayout, range: ByteRange, open: OpenEntry): Readable {
  const pieces = new ReadAhead(layout.pieces(range), open);
  // `ReadAhead` alone bounds what is read ahead of a slow client.
  return onDemand(readBlocks(pieces), () => pieces.close());
}

async function* readBlocks(pieces: ReadAhead): AsyncGenerator<Uint8Array, undefined> {
  let block: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const piece = await pieces.next();
    if (piece instanceof Uint8Array) {
      block.push(piece);
      size += piece.length;
      if (size < BLOCK_BYTES) continue;
    }
    if (size > 0) yield Buffer.concat(block);
    block = [];
    size = 0;
    if (piece === null) return;
    if (!(piece instanceof Uint8Array)) yield* piece as AsyncIterable<Uint8Array>;
  }
}
