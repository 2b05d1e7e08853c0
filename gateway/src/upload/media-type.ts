import { fileTypeFromBuffer } from 'file-type';
import { lookup } from 'mime-types';

const FALLBACK = 'application/octet-stream';
/** Container formats of many file types: the file extension is more precise. */
const containers = new Set(['application/zip', 'application/x-cfb', 'application/xml']);

/** Number of bytes at the beginning of a file that `mediaTypeOf` examines. */
export const SAMPLE_BYTES = 64 * 1024;

/** Detects a file's media type by its first bytes, else by its extension. The client's declaration is not trusted. */
export async function mediaTypeOf(sample: Uint8Array, name: string): Promise<string> {
  const byName = lookup(name) || FALLBACK;
  const sniffed = await fileTypeFromBuffer(sample).catch(() => undefined);
  if (!sniffed) return byName;
  return containers.has(sniffed.mime) && byName !== FALLBACK ? byName : sniffed.mime;
}
