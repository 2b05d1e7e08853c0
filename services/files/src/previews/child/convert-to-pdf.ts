import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { officeContainers, type OfficeFormat, officeFormats } from '../office-formats.js';
import { officeProfileFolder } from '../office-profile-folder.js';
import type { PreviewTask } from '../preview-task.js';
import {
  EncryptedFileError,
  isEncryptedArchive,
  isEncryptedBinary,
  isEncryptedPackage,
} from './encrypted-file.js';
import { writeOfficeProfile } from './office-profile.js';
import { olderFilterOf } from './older-filter.js';
import { removeReferences } from './remove-references.js';
import { hasShowablePages, showsAllCells } from './whole-sheets.js';
import { optionsWithoutReaders } from './without-readers.js';

/** Exports one page for each sheet of a spreadsheet, so that page breaks cut neither tables nor pictures. */
const SINGLE_PAGE_SHEETS = ':{"SinglePageSheets":{"type":"boolean","value":"true"}}';

/** Most starts for one PDF. On a busy machine LibreOffice now and then ends without an error and without one. */
const MAX_STARTS = 3;

/** @throws EncryptedFileError; an error when the file is no Office file or the conversion fails */
export async function convertToPdf(task: PreviewTask, rendition: string): Promise<void> {
  const format = officeFormats[extname(task.input).slice(1)];
  if (task.sofficePath === null || !format) throw new Error('There is no converter for this type');
  await requireContainer(task.input, format);
  try {
    await convert(task, task.sofficePath, format, rendition);
  } catch (error) {
    if (format.container !== 'compound') throw error;
    // Check only after a failure: LibreOffice knows the password with which Excel encrypts protected workbooks.
    if (await hasPassword(task.input)) throw new EncryptedFileError();
    // This, too, only after a failure: a newer document may contain an older one, and with it the sign of its format.
    const importFilter = await olderFilterOf(task.input, format);
    if (importFilter === null) throw error;
    await convert(task, task.sofficePath, { ...format, importFilter }, rendition);
  }
}

async function convert(
  { input, folder }: PreviewTask,
  sofficePath: string,
  format: OfficeFormat,
  rendition: string,
): Promise<void> {
  const cleaned = join(folder, `document${extname(input)}`);
  const source = format.container === 'zip' ? cleaned : input;
  if (source === cleaned) await removeReferences(input, cleaned);
  const reading = await optionsWithoutReaders(sofficePath, folder, format);
  const profile = officeProfileFolder(folder);
  await writeOfficeProfile(profile, sofficePath);
  const output = join(folder, 'converted');
  const exported = join(output, basename(source, extname(source)) + '.pdf');
  const startWith = (options: string) =>
    promisify(execFile)(sofficePath, [
      '--headless',
      '--norestore',
      '--nolockcheck',
      '--nodefault',
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      ...reading,
      `--infilter=${format.importFilter}`,
      '--convert-to',
      `pdf:${format.exportFilter}${options}`,
      '--outdir',
      output,
      source,
    ]);
  const exportWith = async (options: string) => {
    await rm(exported, { force: true });
    for (let starts = 0; starts < MAX_STARTS && !existsSync(exported); starts++) await startWith(options);
  };
  const mayShowWholeSheets = format.exportFilter === 'calc_pdf_Export' && (await showsAllCells(source));
  await exportWith(mayShowWholeSheets ? SINGLE_PAGE_SHEETS : '');
  if (mayShowWholeSheets && !(await hasShowablePages(exported))) await exportWith('');
  await rename(exported, rendition);
}

/**
 * Checks the file signature. LibreOffice would load an HTML page named .doc with everything it links to (SSRF).
 * @throws EncryptedFileError for a file in ZIP format with a password
 */
async function requireContainer(path: string, { container }: OfficeFormat): Promise<void> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
  const start = buffer.subarray(0, bytesRead).toString('latin1');
  if (start.startsWith(officeContainers[container])) {
    if (container === 'zip' && (await isEncryptedArchive(file))) throw new EncryptedFileError();
    return;
  }
  const isCompound = start.startsWith(officeContainers.compound);
  if (container === 'zip' && isCompound && (await isEncryptedPackage(file))) throw new EncryptedFileError();
  throw new Error('The content is not of the declared Office format');
}

async function hasPassword(path: string): Promise<boolean> {
  await using file = await open(path);
  return await isEncryptedBinary(file);
}
