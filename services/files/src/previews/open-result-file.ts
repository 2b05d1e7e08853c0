import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * Opens a file that the preview child wrote. Does not follow a symbolic link, which a hijacked child could point at a
 * file of this process.
 */
export async function openResultFile(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const info = await file.stat();
  if (info.isFile() && info.nlink === 1) return file;
  await file.close();
  throw new Error('The result is not a file of the preview child');
}
