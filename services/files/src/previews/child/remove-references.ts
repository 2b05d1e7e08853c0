import { type FileHandle, open } from 'node:fs/promises';
import { cutReferences, isReferencePart } from './external-references.js';
import { readZipDirectory, type ZipEntry } from './zip-directory.js';
import { inflate, MAX_ENTRIES, readRaw } from './zip-part.js';
import { stored, type ZipData, ZipWriter } from './zip-writer.js';

/** Flag of an encrypted entry. */
const ENCRYPTED_FLAG = 0x1;

/**
 * Copies an Office file in ZIP format without the addresses that LibreOffice would load: pictures, templates, media and
 * objects outside the file. Hyperlinks stay, because they load only when clicked.
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
  const isCopied = !isReferencePart(entry.name) || (entry.flags & ENCRYPTED_FLAG) !== 0;
  return isCopied ? { ...entry, data: raw } : stored(cutReferences(entry.name, inflate(entry, raw)));
}
