import { isUtf8 } from 'node:buffer';
import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { UsageError } from '../errors.js';

/** Path of a local file. A path with bytes that are not UTF-8 is a buffer, because no string can name its file. */
export type LocalPath = string | Buffer;

export function pathIn(folder: LocalPath, name: Buffer): LocalPath {
  if (typeof folder === 'string' && isUtf8(name)) return join(folder, name.toString());
  return Buffer.concat([Buffer.from(folder), Buffer.from(sep), name]);
}

/** @returns the path without symbolic links, for keys: no other file has the same */
export async function identityOf(path: LocalPath): Promise<string> {
  const resolved = await realpath(path, 'buffer');
  // Hexadecimal digits cannot be mistaken for an absolute path.
  return isUtf8(resolved) ? resolved.toString() : resolved.toString('hex');
}

export function unreadable(path: LocalPath, error: unknown): UsageError {
  const { code = String(error) } = error as NodeJS.ErrnoException;
  return new UsageError(`${String(path)} cannot be read: ${code}`);
}
