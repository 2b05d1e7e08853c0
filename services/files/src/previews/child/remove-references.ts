import { type FileHandle, open } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { cutReferences, isReferencePart, isSvg } from './external-references.js';
import { readZipDirectory, type ZipEntry } from './zip-directory.js';
import { inflate, MAX_ENTRIES, MAX_PART, readRaw } from './zip-part.js';
import { stored, type ZipData, ZipWriter } from './zip-writer.js';

/** Flag of an encrypted entry. */
const ENCRYPTED_FLAG = 0x1;

/** Maximum inflated size of a part that is searched for an archive or a picture in SVG, in bytes. */
const MAX_SEARCHED = 512 * 1024 * 1024;
/** Start of a compressed picture, such as SVGZ. */
const GZIP = Buffer.from([0x1f, 0x8b]);
/** Starts of an entry of a ZIP archive, of its directory and of the directory's end. */
const SIGNATURES = ['PK\x03\x04', 'PK\x01\x02', 'PK\x05\x06'];

/**
 * Copies an Office file in ZIP format without the addresses that LibreOffice would load: pictures, templates, media and
 * objects outside the file. Hyperlinks stay, because they load only when clicked. Embedded Office files are emptied:
 * LibreOffice includes them as parts of the text (`altChunk`), with their own references. Their pictures stay.
 * @throws when the archive is broken, or a part is larger than any document needs
 */
export async function removeReferences(input: string, output: string): Promise<void> {
  await using source = await open(input);
  await using target = await open(output, 'wx', 0o600);
  const writer = new ZipWriter(target);
  for (const entry of await readZipDirectory(source, MAX_ENTRIES))
    await writer.add(entry, await copyOf(source, entry));
  await writer.finish();
}

async function copyOf(source: FileHandle, entry: ZipEntry): Promise<ZipData> {
  const raw = await readRaw(source, entry);
  if ((entry.flags & ENCRYPTED_FLAG) !== 0 || raw.length === 0) return { ...entry, data: raw };
  if (isReferencePart(entry.name)) return stored(cutReferences(entry.name, inflate(entry, raw)));
  const plain = inflate(entry, raw, MAX_SEARCHED);
  if (isArchive(plain)) return stored(Buffer.alloc(0));
  const picture = uncompressed(plain);
  if (picture === null) return stored(Buffer.alloc(0));
  if (!isSvg(picture)) return { ...entry, data: raw };
  const { drawSvg } = await import('./draw-svg.js');
  return stored(await drawSvg(picture));
}

/** Bytes of a picture. Null for a compressed one that is damaged, of which LibreOffice could read a part. */
function uncompressed(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, GZIP.length).equals(GZIP)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_PART });
  } catch {
    return null;
  }
}

/** Whether bytes can be read as a ZIP archive, also behind other bytes. */
function isArchive(bytes: Buffer): boolean {
  return SIGNATURES.every((signature) => bytes.includes(signature, 0, 'latin1'));
}
