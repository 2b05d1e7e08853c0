import { fileTypeFromBuffer } from 'file-type';
import { lookup } from 'mime-types';

const FALLBACK = 'application/octet-stream';
/** Container formats of many file types: the file extension is more precise. */
const containers = new Set(['application/zip', 'application/x-cfb', 'application/xml']);

/** The extension alone distinguishes the documents of Apple's programs. */
const APPLE = 'application/vnd.apple.';

/** Types of source code and texts that the registry lacks, or takes for something else (`.ts`: a video stream). */
const textTypes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'bat',
      'cfg',
      'clj',
      'cs',
      'dart',
      'diff',
      'elm',
      'env',
      'erl',
      'ex',
      'exs',
      'fs',
      'go',
      'gradle',
      'graphql',
      'hcl',
      'hs',
      'jl',
      'kt',
      'kts',
      'lock',
      'nim',
      'nix',
      'patch',
      'properties',
      'proto',
      'ps1',
      'r',
      'rst',
      'scala',
      'svelte',
      'swift',
      'tf',
      'tsv',
      'vue',
      'zig',
    ].map((extension) => [extension, 'text/plain']),
  ),
  py: 'text/x-python',
  rb: 'text/x-ruby',
  rs: 'text/x-rust',
  ts: 'application/typescript',
  tsx: 'application/typescript',
  mts: 'application/typescript',
  cts: 'application/typescript',
  tsv: 'text/tab-separated-values',
};

/** Number of bytes at the beginning of a file that `mediaTypeOf` examines. */
export const SAMPLE_BYTES = 64 * 1024;

/** Detects a file's media type by its first bytes, else by its extension. The client's declaration is not trusted. */
export async function mediaTypeOf(sample: Uint8Array, name: string): Promise<string> {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const byName = (Object.hasOwn(textTypes, extension) && textTypes[extension]) || lookup(name) || FALLBACK;
  const sniffed = await fileTypeFromBuffer(sample).catch(() => undefined);
  if (!sniffed) return byName;
  // Without parameters: a voice note is `audio/ogg; codecs=opus`.
  const mime = sniffed.mime.replace(/;.*$/, '');
  return (containers.has(mime) || mime.startsWith(APPLE)) && byName !== FALLBACK ? byName : mime;
}
