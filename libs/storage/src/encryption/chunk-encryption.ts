import { createCipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { crc32 } from '@node-rs/crc32';
import {
  chunkAssociatedData,
  chunkNonce,
  CIPHER,
  PLAIN_CHUNK_SIZE,
  SEED_LENGTH,
  STORED_CHUNK_SIZE,
  TAG_LENGTH,
} from './encrypted-format.js';
import { PlainChunks } from './plain-chunks.js';
import { type BytePieces, piecesOf } from '../streams/byte-pieces.js';

/** Bytes of the longest encrypted piece. Kept small, because pieces wait in memory until they are written. */
const PIECE_SIZE = 128 * 1024;
/** Encrypted bytes that are passed on together: what a store writes at once. */
const BATCH_SIZE = 256 * 1024;

/** The bytes that an object has already. */
export interface BytesBefore {
  /** Stored bytes of its full chunks. */
  readonly stored: number;
  /** Plain bytes after the full chunks. */
  readonly partial: Buffer;
  /** CRC-32 of all plain bytes so far. */
  readonly crc32: number;
}

export interface ChunkEncryptionOptions {
  /** Bytes of earlier appends. Default: none. */
  readonly before?: BytesBefore;
  /** Called after the last byte with the number of plain bytes: true completes the object. Default: always true. */
  readonly completes?: (size: number) => boolean;
  /** Called for each chunk with the number of chunks so far, and the CRC-32 of their bytes. */
  readonly onChunk?: (count: number, crc32: number) => void;
}

/** Cuts plain bytes into chunks and encrypts them. Holds little more than one chunk. */
export class ChunkEncryption {
  isComplete = false;
  /** Plain bytes in total, also those of earlier appends. */
  size: number;
  /** CRC-32 of all these bytes. */
  crc32: number;
  /**
   * Each append draws a new seed. Bytes that were not acknowledged may be replaced by others in the same chunk, and the
   * same seed would repeat its nonce.
   */
  private readonly seed = randomBytes(SEED_LENGTH);
  private readonly chunks = new PlainChunks();
  private index: number;

  constructor(
    private readonly dataKey: KeyObject,
    private readonly objectKey: string,
    private readonly options: ChunkEncryptionOptions = {},
  ) {
    const { before } = options;
    this.index = (before?.stored ?? 0) / STORED_CHUNK_SIZE;
    this.size = this.index * PLAIN_CHUNK_SIZE + (before?.partial.length ?? 0);
    this.crc32 = before?.crc32 ?? 0;
    if (before) this.chunks.take(before.partial, 0);
  }

  /** Plain bytes after the last full chunk. */
  get partial(): readonly Uint8Array[] {
    return this.chunks.parts;
  }

  /** Owns the bytes of `plain`, and frees them. */
  async *encrypt(plain: AsyncIterable<BytePieces>): AsyncGenerator<BytePieces> {
    for await (const arrived of plain) {
      for (const bytes of piecesOf(arrived)) {
        for (let taken = 0; taken < bytes.length;) {
          // Encrypt a full chunk only when another byte follows: until then it may be the last, which is marked.
          if (this.chunks.isFull) for (const batch of this.encryptChunk(false)) yield batch;
          taken += this.take(bytes, taken);
        }
      }
    }
    const { completes } = this.options;
    if (completes && !completes(this.size)) return;
    for (const batch of this.encryptChunk(true)) yield batch;
    this.isComplete = true;
  }

  /** @returns number of bytes that fit into the current chunk */
  private take(bytes: Uint8Array, start: number): number {
    const part = this.chunks.take(bytes, start);
    this.crc32 = crc32(part, this.crc32);
    this.size += part.length;
    return part.length;
  }

  private *encryptChunk(isLast: boolean): Generator<readonly Uint8Array[]> {
    const { objectKey, index, seed, partial: plain } = this;
    const position = { objectKey, index, isLast };
    const cipher = createCipheriv(CIPHER, this.dataKey, chunkNonce(seed, position), {
      authTagLength: TAG_LENGTH,
    });
    cipher.setAAD(chunkAssociatedData(position));
    // A copy: the consumer may free it.
    let batch: Uint8Array[] = [Buffer.from(seed)];
    let bytes = 0;
    for (const part of plain) {
      for (let at = 0; at < part.length; at += PIECE_SIZE) {
        if (bytes >= BATCH_SIZE) {
          yield batch;
          batch = [];
          bytes = 0;
        }
        const piece = cipher.update(part.subarray(at, at + PIECE_SIZE));
        batch.push(piece);
        bytes += piece.length;
      }
    }
    cipher.final();
    yield [...batch, cipher.getAuthTag()];
    this.index++;
    this.chunks.next();
    this.options.onChunk?.(this.index, this.crc32);
  }
}
