import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const deflateAsync = promisify(deflate);

export interface Bitmap {
  /** Width and height in cells. */
  readonly size: number;
  readonly isBlack: (row: number, column: number) => boolean;
}

/**
 * Encodes a square bitmap as a PNG with one bit per pixel (ISO 15948). Encoders for colour images block the event loop
 * for tens of milliseconds per QR code. This one blocks it for less than one, and compresses in the thread pool.
 * @param scale pixels per cell
 */
export async function encodePng({ size, isBlack }: Bitmap, scale: number): Promise<Buffer> {
  const width = size * scale;
  // Each line starts with its filter type: 0, none.
  const lineLength = 1 + Math.ceil(width / 8);
  const lines = Buffer.alloc(lineLength * width);
  for (let row = 0; row < size; row += 1) {
    const line = Buffer.alloc(lineLength);
    for (let x = 0; x < width; x += 1) {
      // In grayscale, a set bit is white.
      const bit = isBlack(row, Math.floor(x / scale)) ? 0 : 0x80 >> (x & 7);
      const byte = 1 + (x >> 3);
      line.writeUInt8(line.readUInt8(byte) | bit, byte);
    }
    for (let y = 0; y < scale; y += 1) line.copy(lines, (row * scale + y) * lineLength);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(width)),
    chunk('IDAT', await deflateAsync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** One bit per pixel, grayscale, not interlaced. */
function header(width: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(width, 4);
  data[8] = 1;
  return data;
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
