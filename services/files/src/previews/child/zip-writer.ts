import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { ZipEntry } from './zip-directory.js';
import { STORED } from './zip-part.js';

/** Flags of an entry: sizes and checksum follow the data. */
const DESCRIPTOR_FLAG = 0x8;

/** Data of an entry, as it is written to the archive. */
export interface ZipData {
  readonly method: number;
  /** CRC-32 of the inflated data. */
  readonly crc: number;
  /** Bytes of the inflated data. */
  readonly size: number;
  readonly data: Buffer;
}

/** Writes a ZIP archive without ZIP64 to a new file. */
export class ZipWriter {
  private readonly directory: Buffer[] = [];
  private offset = 0;

  constructor(private readonly target: FileHandle) {}

  /** Adds an entry with the name and the flags of `entry`. */
  async add({ flags, nameBytes }: ZipEntry, { method, crc, size, data }: ZipData): Promise<void> {
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(flags & ~DESCRIPTOR_FLAG, 2);
    header.writeUInt16LE(method, 4);
    header.writeUInt32LE(crc, 10);
    header.writeUInt32LE(data.length, 14);
    header.writeUInt32LE(size, 18);
    header.writeUInt16LE(nameBytes.length, 22);
    await this.target.write(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), header, nameBytes]));
    await this.target.write(data);
    this.directory.push(directoryEntry(header, nameBytes, this.offset));
    this.offset += 4 + header.length + nameBytes.length + data.length;
  }

  /** Writes the central directory. */
  async finish(): Promise<void> {
    const listing = Buffer.concat(this.directory);
    await this.target.write(listing);
    await this.target.write(endOf(this.directory.length, listing.length, this.offset));
  }
}

/** Data that is written without compression. */
export function stored(data: Buffer): ZipData {
  return { method: STORED, crc: crc32(data), size: data.length, data };
}

function directoryEntry(header: Buffer, nameBytes: Buffer, offset: number): Buffer {
  const position = Buffer.alloc(14);
  position.writeUInt32LE(offset, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), header, position, nameBytes]);
}

function endOf(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
