import { fileTypeFromBuffer } from 'file-type';
import { lookup } from 'mime-types';

const FALLBACK = 'application/octet-stream';
/** Containers that say nothing of what they hold: the name's ending knows better. */
const containers = new Set(['application/zip', 'application/x-cfb', 'application/xml']);

/** How many bytes of a file's beginning `mediaTypeOf` looks at. */
export const SAMPLE_BYTES = 64 * 1024;

/**
 * What a file is: by its first bytes where they tell, else by its name's ending. What the client declares is not
 * believed.
 */
export async function mediaTypeOf(sample: Uint8Array, name: string): Promise<string> {
  const byName = lookup(name) || FALLBACK;
  const sniffed = await fileTypeFromBuffer(sample).catch(() => undefined);
  if (!sniffed) return byName;
  return containers.has(sniffed.mime) && byName !== FALLBACK ? byName : sniffed.mime;
}
