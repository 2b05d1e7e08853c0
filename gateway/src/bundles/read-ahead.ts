import type { ByteRange } from '@waybill/storage';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ZipPiece } from './zip-layout.js';

/** Opens a range of the file at `index` of the archive. */
export type OpenEntry = (index: number, range: ByteRange) => Promise<Readable>;

/** Files up to this size are read ahead as a whole. */
const SMALL_BYTES = 128 * 1024;
/** Maximum number of pieces that are read ahead. Half of them are headers. */
const MAX_PIECES = 32;
/** Bytes that are read ahead. The last piece may exceed them. */
const MAX_BYTES = 512 * 1024;

type FilePiece = Extract<ZipPiece, { readonly index: number }>;
/** Bytes that are being read, or a large file that is opened when its turn comes. */
type QueuedPiece =
  { readonly bytes: Promise<Uint8Array>; readonly size: number } | { readonly large: FilePiece };

/**
 * Yields the pieces of an archive in order. Opens and reads the next small files concurrently, within bounds, because
 * opening a file takes longer than reading a small one.
 */
export class ReadAhead {
  private readonly queue: QueuedPiece[] = [];
  private readonly openFiles = new Set<Readable>();
  private bytes = 0;
  private isClosed = false;

  constructor(
    private readonly pieces: Iterator<ZipPiece>,
    private readonly open: OpenEntry,
  ) {}

  /** The bytes of the next piece, the stream of a large file, or null at the end. */
  async next(): Promise<Uint8Array | Readable | null> {
    this.fill();
    const piece = this.queue.shift();
    if (!piece) return null;
    if ('large' in piece) return this.openFile(piece.large);
    const bytes = await piece.bytes;
    this.bytes -= piece.size;
    return bytes;
  }

  /** Closes all files. */
  close(): void {
    this.isClosed = true;
    this.queue.length = 0;
    for (const file of this.openFiles) file.destroy();
  }

  /** Stops at a large file: a slow client takes long for it, and later pieces would wait in memory meanwhile. */
  private fill(): void {
    while (!this.isClosed && this.queue.length < MAX_PIECES && this.bytes < MAX_BYTES) {
      const last = this.queue.at(-1);
      if (last && 'large' in last) return;
      const next = this.pieces.next();
      if (next.done) return;
      this.queue.push(this.queued(next.value));
    }
  }

  private queued(piece: ZipPiece): QueuedPiece {
    if ('records' in piece) return this.counted(Promise.resolve(piece.records), piece.records.length);
    const size = piece.range.end + 1 - piece.range.start;
    return size > SMALL_BYTES ? { large: piece } : this.counted(this.openFile(piece).then(buffer), size);
  }

  private counted(bytes: Promise<Uint8Array>, size: number): QueuedPiece {
    this.bytes += size;
    // Marks a rejection as handled. `next` throws it when the piece is due.
    bytes.catch(() => undefined);
    return { bytes, size };
  }

  private async openFile({ index, range }: FilePiece): Promise<Readable> {
    const file = await this.open(index, range);
    this.openFiles.add(file);
    file.once('close', () => this.openFiles.delete(file));
    // The client may have disconnected while the file was being opened.
    if (this.isClosed) file.destroy();
    return file;
  }
}
