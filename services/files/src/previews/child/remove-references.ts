import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { cutReferences, isReferencePart } from './external-references.js';
import { readZipDirectory, type ZipEntry } from './zip-directory.js';
import { inflate, MAX_ENTRIES, readRaw, STORED } from './zip-part.js';

/** Flags of an entry: sizes and checksum follow the data; the entry is encrypted. */
const DESCRIPTOR_FLAG = 0x8;
const ENCRYPTED_FLAG = 0x1;

/**
 * Copies an Office file in ZIP format without the addresses that LibreOffice would load: pictures, templates, media and
 * objects outside the file. Hyperlinks stay, because they load only when clicked.
 * @throws when the archive is broken, or a part is larger than any document needs
 */
export async function removeReferences(input: string, output: string): Promise<void> {
  await using source = await open(input);
  await using target = await open(output, 'wx', 0o600);
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of await readZipDirectory(source, MAX_ENTRIES)) {
    const { header, data } = await copyOf(source, entry);
    await target.write(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), header, entry.nameBytes]));
    await target.write(data);
    directory.push(directoryEntry(header, entry, offset));
    offset += 4 + header.length + entry.nameBytes.length + data.length;
  }
  const listing = Buffer.concat(directory);
  await target.write(listing);
  await target.write(endOf(directory.length, listing.length, offset));
}

async function copyOf(source: FileHandle, entry: ZipEntry): Promise<{ header: Buffer; data: Buffer }> {
  const raw = await readRaw(source, entry);
  if (!isReferencePart(entry.name) || (entry.flags & ENCRYPTED_FLAG) !== 0)
    return { header: headerOf(entry, entry.method, entry.crc, raw.length, entry.size), data: raw };
  const data = cutReferences(entry.name, inflate(entry, raw));
  return { header: headerOf(entry, STORED, crc32(data), data.length, data.length), data };
}

/** The fields that the local header and the directory share. */
function headerOf(
  { flags, nameBytes }: ZipEntry,
  method: number,
  crc: number,
  compressedSize: number,
  size: number,
): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(flags & ~DESCRIPTOR_FLAG, 2);
  header.writeUInt16LE(method, 4);
  header.writeUInt32LE(crc, 10);
  header.writeUInt32LE(compressedSize, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt16LE(nameBytes.length, 22);
  return header;
}

function directoryEntry(header: Buffer, { nameBytes }: ZipEntry, offset: number): Buffer {
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
