import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file atomically, readable by its owner alone (mode 0600). */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, content, { mode: 0o600, flag: 'wx' });
  await rename(unfinished, path);
}

/** @returns parsed JSON, or undefined where there is no such file or no JSON in it */
export async function readJsonFile(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
