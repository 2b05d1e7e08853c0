import type { FileHandle } from 'node:fs/promises';
import { zipNameOf } from './zip-name.js';

/** One entry of a ZIP archive, as its central directory describes it. */
export interface ZipEntry {
  readonly name: string;
  readonly nameBytes: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly offset: number;
}

const END_LENGTH = 22;
const MAX_COMMENT = 65_535;
const LOCATOR_LENGTH = 20;
const ENTRY_LENGTH = 46;
/** Maximum bytes of a central directory that are read. Only entries within them are listed. */
const MAX_DIRECTORY = 64 * 1024 * 1024;
const ZIP64 = 0xffff_ffff;

/** Reads the central directory of a ZIP archive, without its content. @throws when the file is no ZIP archive */
export async function readZipDirectory(file: FileHandle, maxEntries: number): Promise<ZipEntry[]> {
  const { offset, size } = await findDirectory(file);
  const directory = await readAt(file, offset, Math.min(size, MAX_DIRECTORY));
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < maxEntries && at + ENTRY_LENGTH <= directory.length) {
    if (directory.readUInt32LE(at) !== 0x0201_4b50) break;
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const nameEnd = at + ENTRY_LENGTH + nameLength;
    const extraEnd = nameEnd + extraLength;
    if (extraEnd > directory.length) break;
    entries.push(entryOf(directory.subarray(at, extraEnd), nameLength));
    at = extraEnd + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Reads exactly `length` bytes. @throws when the file is too short */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { size } = await file.stat();
  if (position < 0 || length < 0 || position + length > size) throw new Error('The archive is cut off');
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}

async function findDirectory(file: FileHandle): Promise<{ offset: number; size: number }> {
  const { size: fileSize } = await file.stat();
  const tailLength = Math.min(fileSize, END_LENGTH + MAX_COMMENT);
  const tail = await readAt(file, fileSize - tailLength, tailLength);
  const end = tail.lastIndexOf('PK\x05\x06', tail.length - END_LENGTH, 'latin1');
  if (end < 0) throw new Error('It is no ZIP archive');
  const size = tail.readUInt32LE(end + 12);
  const offset = tail.readUInt32LE(end + 16);
  if (size !== ZIP64 && offset !== ZIP64) return { size, offset };
  const locator = await readAt(file, fileSize - tailLength + end - LOCATOR_LENGTH, LOCATOR_LENGTH);
  if (locator.readUInt32LE(0) !== 0x0706_4b50) throw new Error('It is no ZIP archive');
  const end64 = await readAt(file, Number(locator.readBigUInt64LE(8)), 56);
  return { size: Number(end64.readBigUInt64LE(40)), offset: Number(end64.readBigUInt64LE(48)) };
}

function entryOf(bytes: Buffer, nameLength: number): ZipEntry {
  const flags = bytes.readUInt16LE(8);
  const nameBytes = Buffer.from(bytes.subarray(ENTRY_LENGTH, ENTRY_LENGTH + nameLength));
  const large = zip64Values(bytes.subarray(ENTRY_LENGTH + nameLength));
  const value = (at: number): number => {
    const small = bytes.readUInt32LE(at);
    return small === ZIP64 ? (large.shift() ?? small) : small;
  };
  // The ZIP64 extra field holds the values that exceed 32 bits, in this order.
  const size = value(24);
  const compressedSize = value(20);
  const offset = value(42);
  return {
    name: zipNameOf(nameBytes, flags),
    nameBytes,
    flags,
    method: bytes.readUInt16LE(10),
    crc: bytes.readUInt32LE(16),
    compressedSize,
    size,
    offset,
  };
}

function zip64Values(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    return Array.from({ length: Math.floor(field.length / 8) }, (_, index) =>
      Number(field.readBigUInt64LE(index * 8)),
    );
  }
  return [];
}
