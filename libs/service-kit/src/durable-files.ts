import { open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const OWNER_ONLY = 0o600;

/** Resolves once the names in `folder` (files made in it, renamed into it, removed from it) survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file for the owner's eyes alone. Resolves once its bytes survive a power cut; its name needs its folder's. */
export async function writeSynced(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'w', OWNER_ONLY);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Puts `content` in the place of what is at `path`, if anything: whole or not at all, even when the machine stops
 * half-way. A draft that is left over has a name that begins with a dot, and is written over by the next.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.draft`);
  await writeSynced(draft, content);
  await rename(draft, path);
  await syncFolder(dirname(path));
}
