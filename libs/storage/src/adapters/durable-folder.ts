import { syncFolder } from '@waybill/service-kit/durable-files';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates `folder` and missing parents, accessible to the owner only. Resolves once they survive a power cut. Syncs an
 * existing folder, too: another process may have been killed between creating and syncing it.
 */
export async function makeDurableFolder(folder: string): Promise<void> {
  const topmost = (await mkdir(folder, { recursive: true, mode: 0o700 })) ?? folder;
  for (let made = folder; made.length >= topmost.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}
