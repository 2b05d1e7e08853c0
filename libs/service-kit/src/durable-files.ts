import { open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export { nullIfMissing } from './null-if-missing.js';

const OWNER_ONLY = 0o600;

/** Syncs a folder: once it resolves, files created in it, renamed into it or removed from it survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file that only its owner can read. Resolves once its bytes survive a power cut. Its name survives only after
 * a sync of the folder.
 */
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
 * Replaces the file at `path` atomically, even if the machine crashes meanwhile. A draft that a crash leaves has a name
 * that starts with a dot, and the next call overwrites it.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.draft`);
  await writeSynced(draft, content);
  await rename(draft, path);
  await syncFolder(dirname(path));
}
