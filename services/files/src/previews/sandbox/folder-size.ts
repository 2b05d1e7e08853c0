import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const INTERVAL_MS = 500;

/** Calls `onExceeded` once the files below `folder` exceed `maxBytes`. @returns a function that stops watching */
export function watchFolderSize(folder: string, maxBytes: number, onExceeded: () => void): () => void {
  let isMeasuring = false;
  const timer = setInterval(() => {
    if (isMeasuring) return;
    isMeasuring = true;
    void folderSize(folder).then((size) => {
      isMeasuring = false;
      if (size > maxBytes) onExceeded();
    });
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Bytes on disk below a folder. Files that vanish meanwhile count nothing. */
async function folderSize(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await folderSize(path);
    else bytes += ((await lstat(path).catch(() => null))?.blocks ?? 0) * 512;
  }
  return bytes;
}
