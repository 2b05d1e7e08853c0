/**
 * The records of a ZIP archive (APPNOTE.TXT 6.3.10). Entries are stored, with sizes in the 64-bit form where needed.
 */

/** From this value on, a field holds this value and the real one is in the ZIP64 extra field. */
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;
/** Version needed to extract: 2.0 for stored files in folders, 4.5 for ZIP64. */
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** Made by Unix, so that readers take the external attributes for a file mode. */
const MADE_BY = (3 << 8) | 63;
const REGULAR_FILE = 0o100644;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** Bytes of the extra field with the Unix time of modification, needed because DOS times have no time zone. */
const TIME_EXTRA = 9;

/** One entry. `offset`: position of its local header. */
export interface ZipRecord {
  readonly name: Uint8Array;
  readonly size: number;
  readonly crc32: number;
  /** Seconds since 1970. */
  readonly modifiedAt: number;
  readonly offset: number;
}

export function localHeaderLength(nameLength: number, size: number): number {
  return 30 + nameLength + TIME_EXTRA + (size >= MAX_32 ? 20 : 0);
}

export function centralHeaderLength(nameLength: number, size: number, offset: number): number {
  return 46 + nameLength + TIME_EXTRA + zip64Length(size, offset);
}

export function localHeader({ name, size, crc32, modifiedAt }: ZipRecord): Buffer {
  const isLarge = size >= MAX_32;
  const bytes = Buffer.alloc(localHeaderLength(name.length, size));
  bytes.writeUInt32LE(0x04034b50, 0);
  writeCommon(bytes, 4, { size, crc32, modifiedAt, nameLength: name.length }, isLarge);
  bytes.writeUInt16LE(bytes.length - 30 - name.length, 28);
  bytes.set(name, 30);
  let position = writeTime(bytes, 30 + name.length, modifiedAt);
  if (isLarge) {
    position = writeTag(bytes, position, 1, 16);
    position = write64(bytes, position, size);
    write64(bytes, position, size);
  }
  return bytes;
}

export function centralHeader({ name, size, crc32, modifiedAt, offset }: ZipRecord): Buffer {
  const bytes = Buffer.alloc(centralHeaderLength(name.length, size, offset));
  const large = zip64Length(size, offset);
  bytes.writeUInt32LE(0x02014b50, 0);
  bytes.writeUInt16LE(MADE_BY, 4);
  writeCommon(bytes, 6, { size, crc32, modifiedAt, nameLength: name.length }, large > 0);
  bytes.writeUInt16LE(bytes.length - 46 - name.length, 30);
  bytes.writeUInt32LE(REGULAR_FILE * 0x10000, 38);
  bytes.writeUInt32LE(Math.min(offset, MAX_32), 42);
  bytes.set(name, 46);
  let position = writeTime(bytes, 46 + name.length, modifiedAt);
  if (large > 0) position = writeTag(bytes, position, 1, large - 4);
  if (size >= MAX_32) {
    position = write64(bytes, position, size);
    position = write64(bytes, position, size);
  }
  if (offset >= MAX_32) write64(bytes, position, offset);
  return bytes;
}

/** End of the archive. `offset` and `size`: those of the central directory. */
export function endRecords(count: number, offset: number, size: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(size, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  if (count < MAX_16 && offset < MAX_32 && size < MAX_32) return end;
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  write64(end64, 4, 44);
  end64.writeUInt16LE((MADE_BY & 0xff00) | VERSION_ZIP64, 12);
  end64.writeUInt16LE(VERSION_ZIP64, 14);
  write64(end64, 24, count);
  write64(end64, 32, count);
  write64(end64, 40, size);
  write64(end64, 48, offset);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  write64(locator, 8, offset + size);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}

interface CommonFields extends Pick<ZipRecord, 'size' | 'crc32' | 'modifiedAt'> {
  readonly nameLength: number;
}

/** The fields that both headers of an entry share, from the needed version to the length of the name. */
function writeCommon(
  bytes: Buffer,
  at: number,
  { size, crc32, modifiedAt, nameLength }: CommonFields,
  isZip64: boolean,
): void {
  const { time, date } = dosTime(modifiedAt);
  bytes.writeUInt16LE(isZip64 ? VERSION_ZIP64 : VERSION, at);
  bytes.writeUInt16LE(FLAGS, at + 2);
  bytes.writeUInt16LE(time, at + 6);
  bytes.writeUInt16LE(date, at + 8);
  bytes.writeUInt32LE(crc32, at + 10);
  bytes.writeUInt32LE(Math.min(size, MAX_32), at + 14);
  bytes.writeUInt32LE(Math.min(size, MAX_32), at + 18);
  bytes.writeUInt16LE(nameLength, at + 22);
}

/** Bytes of the ZIP64 extra field in the central directory. */
function zip64Length(size: number, offset: number): number {
  const fields = (size >= MAX_32 ? 16 : 0) + (offset >= MAX_32 ? 8 : 0);
  return fields === 0 ? 0 : 4 + fields;
}

function writeTime(bytes: Buffer, at: number, modifiedAt: number): number {
  const position = writeTag(bytes, at, 0x5455, 5);
  bytes.writeUInt8(1, position);
  bytes.writeUInt32LE(modifiedAt, position + 1);
  return position + 5;
}

function writeTag(bytes: Buffer, at: number, tag: number, length: number): number {
  bytes.writeUInt16LE(tag, at);
  bytes.writeUInt16LE(length, at + 2);
  return at + 4;
}

function write64(bytes: Buffer, at: number, value: number): number {
  return bytes.writeBigUInt64LE(BigInt(value), at);
}

/** Date and time since 1980 in UTC, to two seconds. */
function dosTime(seconds: number): { time: number; date: number } {
  const at = new Date(Math.max(seconds, 315_532_800) * 1000);
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}
