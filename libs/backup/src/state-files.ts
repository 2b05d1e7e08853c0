import { nullIfMissing } from '@waybill/service-kit';
import { syncFolder } from '@waybill/service-kit/durable-files';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { FileDigest } from './manifest.js';

const OWNER_ONLY = 0o600;

/** A new file, readable by the owner only and synced when it ends. Creates missing folders. */
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

/** Digests of every file below `folder`. Syncs its folders. */
export async function digestFiles(folder: string): Promise<FileDigest[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const digests: FileDigest[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await syncFolder(path);
    else digests.push({ path: relative(folder, path), ...(await digestFile(path)) });
  }
  await syncFolder(folder);
  return digests.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Whether the file below `folder` still has its size and hash. */
export async function isIntact(folder: string, { path, size, sha256 }: FileDigest): Promise<boolean> {
  const found = await nullIfMissing(digestFile(join(folder, path)));
  return found?.size === size && found.sha256 === sha256;
}

async function digestFile(path: string): Promise<Omit<FileDigest, 'path'>> {
  const { size } = await stat(path);
  return { size, sha256: await sha256Of(createReadStream(path)) };
}
