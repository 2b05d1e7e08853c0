import type { ByteRange } from '@waybill/storage';
import { Readable } from 'node:stream';
import type { ZipLayout } from './zip-layout.js';

/** Opens a range of the file at `index` of the archive. */
export type OpenEntry = (index: number, range: ByteRange) => Promise<Readable>;

/**
 * The bytes of a range of an archive, on demand. One file is open at a time. The consumer owns each piece.
 */
export function zipStream(layout: ZipLayout, range: ByteRange, open: OpenEntry): Readable {
  const bytes = readPieces(layout, range, open);
  return new Readable({
    // Nothing is read ahead of a slow client.
    highWaterMark: 0,
    read() {
      bytes.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: unknown) => this.destroy(error as Error),
      );
    },
    destroy(error, done) {
      // Waits for the piece that is being read. Its file is closed then.
      bytes.return(undefined).then(
        () => undefined,
        () => undefined,
      );
      done(error);
    },
  });
}

async function* readPieces(
  layout: ZipLayout,
  range: ByteRange,
  open: OpenEntry,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const piece of layout.pieces(range)) {
    if ('records' in piece) yield piece.records;
    else yield* (await open(piece.index, piece.range)) as AsyncIterable<Uint8Array>;
  }
}
