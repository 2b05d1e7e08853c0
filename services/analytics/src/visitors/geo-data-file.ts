import { openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Records per block of the file. One block is read for each lookup. */
const BLOCK_RECORDS = 256;

/** Bytes that are read at once while the index is built. */
const READ_BYTES = 1024 * 1024;

/** Number of the place in a record whose range has no known place. */
const NO_PLACE = 0xffffffff;

export interface GeoDataFormat {
  /** Bytes of an address: 4 or 16. */
  readonly addressBytes: number;
  readonly recordBytes: number;
}

/**
 * A file of `geoip-lite` with ranges of addresses, searched on disk: in memory, the files take 104 MiB. A record starts
 * with the first address of its range, the last one and the number of its place (32 bits), all big-endian. Records are
 * sorted by address, and their ranges do not overlap.
 */
export class GeoDataFile {
  /** Used again for each lookup, which is synchronous. */
  private readonly block: Buffer;

  private constructor(
    private readonly descriptor: number,
    private readonly format: GeoDataFormat,
    /** First address of each block. */
    private readonly index: Buffer,
  ) {
    this.block = Buffer.alloc(BLOCK_RECORDS * format.recordBytes);
  }

  /** Opens a file for the lifetime of the process, and reads it once to build the index. */
  static async open(path: string, format: GeoDataFormat): Promise<GeoDataFile> {
    const index = await firstAddresses(path, format);
    return new GeoDataFile(openSync(path, 'r'), format, index);
  }

  /**
   * Number of the place of an address; `null` without a range for it. Reads synchronously, because one block of a file
   * that the system caches is read faster than a thread is woken.
   *
   * @param address its bytes, big-endian
   */
  placeOf(address: Uint8Array): number | null {
    const { block, format } = this;
    const { addressBytes, recordBytes } = format;
    const blockNumber = lastNotAfter(address, this.index, addressBytes);
    if (blockNumber < 0) return null;
    const size = readSync(this.descriptor, block, 0, block.length, blockNumber * block.length);
    const start = lastNotAfter(address, block.subarray(0, size), recordBytes) * recordBytes;
    const end = start + addressBytes;
    if (block.compare(address, 0, addressBytes, end, end + addressBytes) < 0) return null;
    const place = block.readUInt32BE(end + addressBytes);
    return place === NO_PLACE ? null : place;
  }
}

/** Position of the last record that does not start after an address; -1 without one. */
function lastNotAfter(address: Uint8Array, records: Buffer, recordBytes: number): number {
  let low = 0;
  let high = records.length / recordBytes;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = middle * recordBytes;
    if (records.compare(address, 0, address.length, start, start + address.length) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

async function firstAddresses(path: string, { addressBytes, recordBytes }: GeoDataFormat): Promise<Buffer> {
  const blockBytes = BLOCK_RECORDS * recordBytes;
  await using file = await open(path);
  const { size } = await file.stat();
  const index = Buffer.alloc(Math.ceil(size / blockBytes) * addressBytes);
  const piece = Buffer.alloc(READ_BYTES - (READ_BYTES % blockBytes));
  let block = 0;
  for (let position = 0; position < size; position += piece.length) {
    const { bytesRead } = await file.read(piece, 0, piece.length, position);
    for (let start = 0; start < bytesRead; start += blockBytes)
      piece.copy(index, block++ * addressBytes, start, start + addressBytes);
  }
  return index;
}
