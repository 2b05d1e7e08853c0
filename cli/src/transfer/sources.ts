import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, parse, resolve } from 'node:path';
import { UsageError } from '../errors.js';
import { printable } from '../output/format.js';
import { printRemark } from '../output/print.js';
import { type LocalPath, pathIn, unreadable } from './local-path.js';
import type { Source } from './upload.js';

/** The files, folders or pipe that the arguments of `send` name. */
export interface Sources {
  readonly files: readonly Source[];
  /** Name of the bundle for several files or a folder; null for one file. */
  readonly bundleName: string | null;
}

/** @param paths files, folders, or `-` alone. @throws UsageError when a path is missing, or folders have no files */
export async function findSources(paths: readonly string[]): Promise<Sources> {
  if (paths.includes('-')) {
    if (paths.length > 1) throw new UsageError('"-" cannot be sent together with files');
    return { files: [{ path: null, name: 'stdin' }], bundleName: null };
  }
  const files: Source[] = [];
  const taken = new Set<string>();
  const skipped: string[] = [];
  const empty: string[] = [];
  let hasFolder = false;
  for (const path of paths) {
    const name = basename(resolve(path));
    const ownName = unusedName(name.normalize(), taken);
    if (await isFolder(path)) {
      hasFolder = true;
      const found = await filesIn(path, paths.length > 1 ? `${ownName}/` : '', skipped);
      if (found.length === 0) empty.push(path);
      files.push(...found);
    } else files.push({ path, name, relativePath: ownName });
  }
  if (skipped.length > 0) sayNotSent(skipped);
  if (files.length === 0) throw new UsageError(`There are no files in ${paths.join(', ')}`);
  for (const path of empty) printRemark(`${printable(path)} is not sent: there are no files in it.`);
  if (files.length === 1 && !hasFolder) return { files, bundleName: null };
  const bundleName = paths.length === 1 ? basename(resolve(paths[0] ?? '')) : 'Files';
  return { files: withOwnPaths(files), bundleName };
}

/** Numbers further paths that are one to Waybill: once normalised, or with U+FFFD for bytes that are not UTF-8. */
function withOwnPaths(files: readonly Source[]): Source[] {
  const taken = new Set<string>();
  return files.map((file) => ({ ...file, relativePath: unusedName(file.relativePath ?? file.name, taken) }));
}

function sayNotSent([first = '', ...others]: readonly string[]): void {
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  printRemark(`${printable(first)} is not sent${more}: symbolic links and devices are left out.`);
}

/**
 * Numbers further names or paths that are the same, such as of `may/report.pdf june/report.pdf`. A later run knows the
 * files of an unfinished bundle by their paths.
 */
function unusedName(wanted: string, taken: Set<string>): string {
  const { ext } = parse(wanted);
  const stem = wanted.slice(0, wanted.length - ext.length);
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${stem} (${number})${ext}`;
  taken.add(name);
  return name;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return true;
    if (found.isFile()) return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable(path, error);
    throw new UsageError(sayMissing(path));
  }
  throw new UsageError(`${path} is no file and no folder. Send its content with "waybill send -".`);
}

function sayMissing(path: string): string {
  // Node.js puts U+FFFD in the place of each byte of an argument that is not UTF-8.
  const isReplaced = path.includes('\uFFFD');
  const hint = 'A name with bytes that are not UTF-8 can only be sent with its folder.';
  return isReplaced ? `There is no ${path}. ${hint}` : `There is no ${path}`;
}

/**
 * Regular files below a folder, in the order of their paths, which are normalised (NFC) as Waybill stores them. Skips
 * symbolic links, which can lead anywhere.
 *
 * @param skipped receives the paths of what is neither a file nor a folder
 */
async function filesIn(folder: LocalPath, prefix: string, skipped: string[]): Promise<Source[]> {
  const found: Source[] = [];
  for (const entry of await entriesOf(folder)) {
    const path = pathIn(folder, entry.name);
    const name = entry.name.toString();
    if (entry.isDirectory()) found.push(...(await filesIn(path, `${prefix}${name}/`, skipped)));
    else if (entry.isFile()) found.push({ path, name, relativePath: (prefix + name).normalize() });
    else skipped.push(String(path));
  }
  return found;
}

/** @throws UsageError for a folder that cannot be read */
async function entriesOf(folder: LocalPath): Promise<Dirent<Buffer>[]> {
  try {
    // As bytes: a string has U+FFFD in the place of each byte that is not UTF-8, and can be the name of another file.
    const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
    return entries.sort((a, b) => Buffer.compare(a.name, b.name));
  } catch (error) {
    throw unreadable(folder, error);
  }
}
