import { crc32 } from 'node:zlib';

/** Builds an uncompressed ZIP archive, enough for hand-made Office files. */
export function archive(entries: Readonly<Record<string, string | Buffer>>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const data = typeof content === 'string' ? Buffer.from(content) : content;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), data]);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, 0]);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), madeBy, fields, position, Buffer.from(name)]),
    );
    files.push(file);
    offset += file.length;
  }
  const entriesAt = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(entriesAt.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, entriesAt, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
