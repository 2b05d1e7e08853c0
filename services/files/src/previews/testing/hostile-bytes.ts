import { constants, deflateRawSync } from 'node:zlib';

const MEBIBYTE = 1024 * 1024;
/** Empty final block of deflated data. */
const END = Buffer.from([3, 0]);

/** Deflated data without a final block, so that more deflated data can follow. */
const block = (data: string | Buffer): Buffer =>
  deflateRawSync(data, { finishFlush: constants.Z_FULL_FLUSH, level: 9 });

/** Deflates `head`, then `mebibytes` of one character, then `tail`. A mebibyte deflates to a kilobyte. */
export function deflatedBomb(mebibytes: number, head = '', tail = '', filler = ' '): Buffer {
  const middle = mebibytes > 0 ? [block(Buffer.alloc(MEBIBYTE, filler))] : [];
  return Buffer.concat([
    block(head),
    ...Array.from({ length: mebibytes }, () => middle).flat(),
    block(tail),
    END,
  ]);
}

/** A zlib stream of `length` zeros, with the correct checksum. */
export function zlibZeros(length: number): Buffer {
  const whole = Math.floor(length / MEBIBYTE);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE(length % 65_521, 0);
  checksum.writeUInt16BE(1, 2);
  const rest = '\0'.repeat(length - whole * MEBIBYTE);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), deflatedBomb(whole, '', rest, '\0'), checksum]);
}

/** An entry of a ZIP archive as it is stored. */
export interface PackedEntry {
  readonly data: Buffer;
  /** Declared size in bytes, which may be false. */
  readonly size: number;
  readonly isDeflated: boolean;
}

export function packed(data: Buffer, size: number): PackedEntry {
  return { data, size, isDeflated: true };
}

/**
 * A ZIP archive of texts and packed entries.
 * @param overlapping names of further entries of the directory, which all share the data of the last file
 */
export function zipOf(
  files: Readonly<Record<string, string | PackedEntry>>,
  overlapping: readonly string[] = [],
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let last: { readonly at: number; readonly fields: Buffer } = { at: 0, fields: Buffer.alloc(0) };
  for (const [name, given] of Object.entries(files)) {
    const entry =
      typeof given === 'string' ? { data: Buffer.from(given), size: given.length, isDeflated: false } : given;
    const fields = fieldsOf(entry);
    const part = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, nameOf(name), entry.data]);
    directory.push(directoryEntry(fields, name, offset));
    last = { at: offset, fields };
    parts.push(part);
    offset += part.length;
  }
  for (const name of overlapping) directory.push(directoryEntry(last.fields, name, last.at));
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listing, end]);
}

/** The fields that both headers share, up to the length of the name. */
function fieldsOf({ data, size, isDeflated }: PackedEntry): Buffer {
  const fields = Buffer.alloc(22);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(isDeflated ? 8 : 0, 4);
  fields.writeUInt32LE(data.length, 14);
  fields.writeUInt32LE(size, 18);
  return fields;
}

function nameOf(name: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt16LE(Buffer.byteLength(name), 0);
  return Buffer.concat([length, Buffer.from(name)]);
}

function directoryEntry(fields: Buffer, name: string, offset: number): Buffer {
  const position = Buffer.alloc(14);
  position.writeUInt32LE(offset, 10);
  const named = nameOf(name);
  return Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
    fields,
    named.subarray(0, 4),
    position,
    named.subarray(4),
  ]);
}
