import { execFile } from 'node:child_process';
import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { officeProfile } from './office-profile.js';

/**
 * Import and export filter by extension. Without an import filter LibreOffice detects the format from the content, and
 * would load an HTML page named .docx with everything it links to.
 */
const filters: Readonly<Record<string, readonly [importFilter: string, exportFilter: string]>> = {
  '.docx': ['MS Word 2007 XML', 'writer_pdf_Export'],
  '.xlsx': ['Calc MS Excel 2007 XML', 'calc_pdf_Export'],
  '.pptx': ['Impress MS PowerPoint 2007 XML', 'impress_pdf_Export'],
};

/** @throws when the file is no Office file or the conversion fails */
export async function convertToPdf(
  input: string,
  rendition: string,
  folder: string,
  sofficePath: string | null,
): Promise<void> {
  const [importFilter, exportFilter] = filters[extname(input)] ?? [];
  if (sofficePath === null || importFilter === undefined || exportFilter === undefined) {
    throw new Error('There is no converter for it');
  }
  await requireZip(input);
  const profile = join(folder, 'profile');
  await mkdir(join(profile, 'user'), { recursive: true });
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), officeProfile);
  const output = join(folder, 'converted');
  await promisify(execFile)(sofficePath, [
    '--headless',
    '--norestore',
    '--nolockcheck',
    '--nodefault',
    `-env:UserInstallation=${pathToFileURL(profile).href}`,
    `--infilter=${importFilter}`,
    '--convert-to',
    `pdf:${exportFilter}`,
    '--outdir',
    output,
    input,
  ]);
  await rename(join(output, basename(input, extname(input)) + '.pdf'), rendition);
}

/** All three types are ZIP archives. Other content is refused before the converter. */
async function requireZip(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (buffer.toString('latin1') !== 'PK\x03\x04') throw new Error('It is no Office file');
  } finally {
    await file.close();
  }
}
