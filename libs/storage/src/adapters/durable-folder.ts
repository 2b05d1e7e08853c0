import { syncFolder } from '@waybill/service-kit/durable-files';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes `folder` and those above it where they are missing, for the owner's eyes alone. Resolves once they survive a
 * power cut, also when it was another process, cut off before it could sync, that made the folder.
 */
export async function makeDurableFolder(folder: string): Promise<void> {
  const topmost = (await mkdir(folder, { recursive: true, mode: 0o700 })) ?? folder;
  for (let made = folder; made.length >= topmost.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}
