import { spawn } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import type { PreviewTask } from '../preview-task.js';
import { EncryptedFileError } from './encrypted-file.js';
import { readZipDirectory } from './zip-directory.js';

const MAX_ENTRIES = 10_000;
/** Maximum length of a listed path, in UTF-16 units. Longer paths are cut. */
const MAX_PATH = 1_024;
/** Control characters, and marks that change the direction of text and so disguise a name. */
const UNREADABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Maximum bytes of complaints of `bsdtar`. With a broken archive of a few bytes it may complain for ever. */
const MAX_COMPLAINTS = 4 * 1024 * 1024;

interface ArchiveEntry {
  readonly path: string;
  readonly size: number;
}

/**
 * Writes the entries of an archive as JSON. Unpacks nothing to the disk: a zip bomb takes processor time only, which is
 * limited.
 * @throws EncryptedFileError when its list has a password; another error when it cannot be read
 */
export async function listArchive({ input, bsdtarPath }: PreviewTask, rendition: string): Promise<void> {
  const entries =
    extname(input) === '.zip' ? await listZip(input) : await listOther(input, bsdtarPath ?? null);
  const shown = entries.map(({ path, size }) => ({ path: readable(path), size }));
  await writeFile(rendition, JSON.stringify({ entries: shown }));
}

function readable(path: string): string {
  return path.slice(0, MAX_PATH).toWellFormed().replace(UNREADABLE, '\ufffd');
}

async function listZip(input: string): Promise<ArchiveEntry[]> {
  await using file = await open(input);
  const entries = await readZipDirectory(file, MAX_ENTRIES);
  return entries.map(({ name, size }) => ({ path: name, size: Number.isSafeInteger(size) ? size : 0 }));
}

/**
 * Parses the columns of libarchive's `bsdtar`: mode, links, owner, group, size, date in three words, path. Owner and
 * group are numbers, because their names can contain spaces (`Domain Users`).
 */
async function listOther(input: string, bsdtarPath: string | null): Promise<ArchiveEntry[]> {
  if (bsdtarPath === null) throw new Error('There is no program to list it');
  const child = spawn(bsdtarPath, ['--numeric-owner', '-tvf', input], { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const complaints = { bytes: 0, end: '', nameEncryption: false };
  child.stderr.on('data', (chunk: Buffer) => {
    const text = complaints.end + chunk.toString('latin1');
    complaints.bytes += chunk.length;
    complaints.nameEncryption ||= /encrypt/i.test(text);
    // A chunk may end within the word.
    complaints.end = text.slice(-'encrypt'.length);
    if (complaints.bytes > MAX_COMPLAINTS) child.kill('SIGKILL');
  });
  const entries: ArchiveEntry[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [, size, path] = /^\S+\s+\d+\s+\S+\s+\S+\s+(\d+)\s+\S+\s+\S+\s+\S+ (.*)$/.exec(line) ?? [];
    if (size !== undefined && path !== undefined) entries.push({ path, size: Number(size) });
    if (entries.length === MAX_ENTRIES) break;
  }
  child.kill('SIGKILL');
  const code = await closed;
  if (complaints.nameEncryption && entries.length === 0) throw new EncryptedFileError();
  if (complaints.bytes > MAX_COMPLAINTS || (entries.length === 0 && code !== 0))
    throw new Error('The archive cannot be read');
  return entries;
}
