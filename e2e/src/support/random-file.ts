import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const PIECE = Buffer.alloc(1024 * 1024);

/** Writes a file that cannot be compressed. @returns its SHA-256 in hexadecimal */
export async function writeRandomFile(path: string, size: number): Promise<string> {
  const cipher = createCipheriv('aes-256-ctr', randomBytes(32), randomBytes(16));
  const hash = createHash('sha256');
  const file = createWriteStream(path);
  for (let left = size; left > 0; left -= PIECE.length) {
    const bytes = cipher.update(PIECE.subarray(0, Math.min(left, PIECE.length)));
    hash.update(bytes);
    if (!file.write(bytes)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  return hash.digest('hex');
}

/** @returns SHA-256 of a body in hexadecimal */
export async function hashOfStream(body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of body) hash.update(bytes);
  return hash.digest('hex');
}
