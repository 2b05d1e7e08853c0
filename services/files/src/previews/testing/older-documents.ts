const SECTOR = 512;
const END = 0xffff_fffe;

/** Builds a document as Word 6 wrote it: a stream of a compound file, with the text behind its header. */
export function word6(text: string): Buffer {
  const stream = Buffer.alloc(8 * SECTOR);
  stream.writeUInt16LE(0xa5dc, 0);
  stream.writeUInt16LE(0x65, 2);
  stream.writeUInt16LE(0x65, 12);
  const start = 0x300;
  const end = start + stream.write(text, start, 'latin1');
  stream.writeUInt32LE(start, 0x18);
  stream.writeUInt32LE(end, 0x1c);
  stream.writeUInt32LE(stream.length, 0x20);
  stream.writeUInt32LE(end - start, 0x34);
  return compoundFile('WordDocument', stream);
}

/** A compound file with one stream of 4,096 bytes or more. */
function compoundFile(name: string, stream: Buffer): Buffer {
  const header = Buffer.alloc(SECTOR, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.fill(0, 8, 76);
  [0x3e, 3, 0xfffe, 9, 6].forEach((value, index) => header.writeUInt16LE(value, 24 + 2 * index));
  [1, 1, 0, 4_096, END, 0, END, 0, 0].forEach((value, index) => header.writeUInt32LE(value, 44 + 4 * index));
  const table = Buffer.alloc(SECTOR, 0xff);
  const count = stream.length / SECTOR;
  const chain = Array.from({ length: count }, (_, index) => (index + 1 < count ? index + 3 : END));
  [0xffff_fffd, END, ...chain].forEach((value, index) => table.writeUInt32LE(value, 4 * index));
  const root = directoryEntry('Root Entry', { type: 5, child: 1, start: END, size: 0 });
  const entry = directoryEntry(name, { type: 2, child: 0xffff_ffff, start: 2, size: stream.length });
  return Buffer.concat([header, table, root, entry, Buffer.alloc(SECTOR - 256), stream]);
}

function directoryEntry(name: string, entry: Record<'type' | 'child' | 'start' | 'size', number>): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeUInt16LE(2 * name.length + 2, 64);
  bytes.writeUInt8(entry.type, 66);
  bytes.writeUInt8(1, 67);
  bytes.fill(0xff, 68, 76);
  bytes.writeUInt32LE(entry.child, 76);
  bytes.writeUInt32LE(entry.start, 116);
  bytes.writeUInt32LE(entry.size, 120);
  return bytes;
}
