import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const officeFolders = ['/usr/lib/libreoffice/program', '/Applications/LibreOffice.app/Contents/MacOS'];

/** Path of LibreOffice, which converts Office files to PDF. Null if it is not installed. */
export function findSoffice(): string | null {
  return findProgram('soffice', officeFolders);
}

/** Path of a program on the search path or in `folders`. Null if it is not installed. */
export function findProgram(name: string, folders: readonly string[] = []): string | null {
  const searchPath = process.env['PATH'] ?? '';
  const all = [...searchPath.split(delimiter), ...folders].filter(Boolean);
  return all.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
