import type { ByteRange } from '@waybill/storage';
import { createHash } from 'node:crypto';
import {
  centralHeader,
  centralHeaderLength,
  endRecords,
  localHeader,
  localHeaderLength,
  type ZipRecord,
} from './zip-records.js';

/** One file of an archive. */
export interface ZipEntry {
  /** Unique in the archive, with `/` between its parts. */
  readonly name: string;
  readonly size: number;
  readonly crc32: number;
  readonly modifiedAt: Date;
  /** Identifies the bytes of the file. */
  readonly bytesId: string;
}

/** Part of an archive's bytes: records, or a range of the file at `index`. */
export type ZipPiece = { readonly records: Buffer } | { readonly index: number; readonly range: ByteRange };

/** Records of the central directory are sent in batches of this size. */
const BATCH_BYTES = 64 * 1024;

/**
 * Computes the position of every byte of a ZIP archive. Entries are stored without compression, so its size and any
 * range are known without reading a file (docs/decisions/zip-layout.md). Keeps some 40 bytes and the name of each
 * entry.
 */
export class ZipLayout {
  /** Bytes of the archive. */
  readonly size: number;
  /** Changes with the bytes of the archive. */
  readonly etag: string;
  private readonly count: number;
  private readonly names: Buffer;
  private readonly nameEnds: Uint32Array;
  private readonly sizes: Float64Array;
  private readonly checksums: Uint32Array;
  private readonly times: Uint32Array;
  /** Position of each local header; the last is that of the central directory. */
  private readonly offsets: Float64Array;
  /** Position of each record of the central directory; the last is that of the end records. */
  private readonly directory: Float64Array;
  private readonly end: Buffer;

  constructor(entries: readonly ZipEntry[]) {
    const count = entries.length;
    this.count = count;
    const names = entries.map(({ name }) => Buffer.from(name));
    this.names = Buffer.concat(names);
    this.nameEnds = new Uint32Array(count);
    this.sizes = Float64Array.from(entries, ({ size }) => size);
    this.checksums = Uint32Array.from(entries, ({ crc32 }) => crc32);
    this.times = Uint32Array.from(entries, ({ modifiedAt }) => Math.floor(modifiedAt.getTime() / 1000));
    this.offsets = new Float64Array(count + 1);
    this.directory = new Float64Array(count + 1);
    let offset = 0;
    let nameEnd = 0;
    names.forEach(({ length }, index) => {
      const size = this.sizeOf(index);
      nameEnd += length;
      this.nameEnds[index] = nameEnd;
      this.offsets[index] = offset;
      offset += localHeaderLength(length, size) + size;
    });
    this.offsets[count] = offset;
    let position = offset;
    names.forEach(({ length }, index) => {
      this.directory[index] = position;
      position += centralHeaderLength(length, this.sizeOf(index), at(this.offsets, index));
    });
    this.directory[count] = position;
    this.end = endRecords(count, offset, position - offset);
    this.size = position + this.end.length;
    this.etag = etagOf(entries);
  }

  /** The pieces of a range, in order. */
  *pieces(range: ByteRange): Generator<ZipPiece, void, undefined> {
    yield* this.files(range);
    yield* this.records(range);
  }

  private *files(range: ByteRange): Generator<ZipPiece, void, undefined> {
    for (let index = lastAtMost(this.offsets, range.start); index < this.count; index += 1) {
      const record = this.record(index);
      if (record.offset > range.end) return;
      const header = cut(localHeader(record), record.offset, range);
      if (header.length > 0) yield { records: header };
      const first = record.offset + localHeaderLength(record.name.length, record.size);
      const start = Math.max(range.start - first, 0);
      const end = Math.min(range.end - first, record.size - 1);
      if (start <= end) yield { index, range: { start, end } };
    }
  }

  private *records(range: ByteRange): Generator<ZipPiece, void, undefined> {
    let batch: Buffer[] = [];
    let bytes = 0;
    for (let index = lastAtMost(this.directory, range.start); index <= this.count; index += 1) {
      const position = at(this.directory, index);
      if (position > range.end) break;
      const record = index === this.count ? this.end : centralHeader(this.record(index));
      const part = cut(record, position, range);
      batch.push(part);
      bytes += part.length;
      if (bytes < BATCH_BYTES) continue;
      yield { records: Buffer.concat(batch) };
      batch = [];
      bytes = 0;
    }
    if (bytes > 0) yield { records: Buffer.concat(batch) };
  }

  private record(index: number): ZipRecord {
    return {
      name: this.names.subarray(index === 0 ? 0 : at(this.nameEnds, index - 1), at(this.nameEnds, index)),
      size: this.sizeOf(index),
      crc32: at(this.checksums, index),
      modifiedAt: at(this.times, index),
      offset: at(this.offsets, index),
    };
  }

  private sizeOf(index: number): number {
    return at(this.sizes, index);
  }
}

/** The part of `bytes` that is in the range. @param position position of `bytes` in the archive */
function cut(bytes: Buffer, position: number, { start, end }: ByteRange): Buffer {
  return bytes.subarray(Math.max(start - position, 0), Math.max(end + 1 - position, 0));
}

/** Index of the last position that is at most `value`; 0 if none is. Positions ascend. */
function lastAtMost(positions: Float64Array, value: number): number {
  let low = 0;
  let high = positions.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (at(positions, middle) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function at(values: Float64Array | Uint32Array, index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError(`There is no entry ${index}`);
  return value;
}

function etagOf(entries: readonly ZipEntry[]): string {
  const hash = createHash('sha256').update('waybill zip 2');
  for (const { name, size, crc32, modifiedAt, bytesId } of entries) {
    hash.update(JSON.stringify([name, size, crc32, Math.floor(modifiedAt.getTime() / 1000), bytesId]));
  }
  return hash.digest('base64url').slice(0, 27);
}
