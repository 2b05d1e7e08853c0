const EMF_PLUS = Buffer.from('EMF+');
const VERSION = 0xdbc0_1002;
const EDGE = 300;

/** An enhanced metafile that draws `picture`, a file of any type, far behind its beginning. */
export function metafileOf(picture: Buffer): Buffer {
  const object = Buffer.concat([numbers(VERSION, 1, EDGE, EDGE, 0, 0, 1), picture]);
  const place = floats(0, 0, EDGE, EDGE, 0, 0, EDGE, EDGE);
  const drawing = [
    plusRecord(0x4001, 1, numbers(VERSION, 1, 96, 96)),
    plusRecord(0x4008, 0x500, object),
    plusRecord(0x401a, 0, Buffer.concat([numbers(0xffff_ffff, 2), place])),
    plusRecord(0x4002, 0, Buffer.alloc(0)),
  ];
  const records = [
    comment(Buffer.alloc(70_000, 'A')),
    comment(Buffer.concat([EMF_PLUS, ...drawing])),
    record(14, numbers(0, 16, 20)),
  ];
  const body = Buffer.concat(records);
  const header = Buffer.alloc(108);
  [1, 108, 0, 0, EDGE, EDGE, 0, 0, 8_000, 8_000].forEach((value, at) => header.writeUInt32LE(value, 4 * at));
  header.write(' EMF', 40, 'latin1');
  [0x1_0000, 108 + body.length, records.length + 1, 1].forEach((value, at) =>
    header.writeUInt32LE(value, 44 + 4 * at),
  );
  [1_000, 1_000, 270, 270].forEach((value, at) => header.writeUInt32LE(value, 72 + 4 * at));
  [270_000, 270_000].forEach((value, at) => header.writeUInt32LE(value, 100 + 4 * at));
  return Buffer.concat([header, body]);
}

function comment(data: Buffer): Buffer {
  return record(70, Buffer.concat([numbers(data.length), data]));
}

function record(type: number, data: Buffer): Buffer {
  const body = padded(data);
  return Buffer.concat([numbers(type, 8 + body.length), body]);
}

function plusRecord(type: number, flags: number, data: Buffer): Buffer {
  const body = padded(data);
  return Buffer.concat([numbers(type + flags * 0x1_0000, 12 + body.length, data.length), body]);
}

function padded(data: Buffer): Buffer {
  return Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => bytes.writeUInt32LE(value, 4 * at));
  return bytes;
}

function floats(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => bytes.writeFloatLE(value, 4 * at));
  return bytes;
}
