import { syncFolder } from '@waybill/service-kit/durable-files';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Content } from './manifest.js';

const OWNER_ONLY = 0o600;

/** A new file that nobody else may read, synced when it ends. Folders on the way are made. */
export async function createFile(path: string): Promise<WriteStream> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return createWriteStream(path, { flags: 'w', mode: OWNER_ONLY, flush: true });
}

/** SHA-256 of a stream's bytes, in hex. */
export async function sha256Of(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

/** Every file below `folder` with its length and hash; their folders are synced. */
export async function contentsOf(folder: string): Promise<Content[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const contents: Content[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await syncFolder(path);
    else contents.push({ path: relative(folder, path), ...(await contentOf(path)) });
  }
  await syncFolder(folder);
  return contents.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Whether the file below `folder` is what it was. */
export async function isIntact(folder: string, { path, size, sha256 }: Content): Promise<boolean> {
  try {
    const found = await contentOf(join(folder, path));
    return found.size === size && found.sha256 === sha256;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function contentOf(path: string): Promise<Omit<Content, 'path'>> {
  const { size } = await stat(path);
  return { size, sha256: await sha256Of(createReadStream(path)) };
}
