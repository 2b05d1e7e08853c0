import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const defaultFolders = ['/usr/lib/libreoffice/program', '/Applications/LibreOffice.app/Contents/MacOS'];

/** Path of LibreOffice, which converts Office files to PDF. Null if it is not installed. */
export function findSoffice(searchPath = process.env['PATH'] ?? ''): string | null {
  const folders = [...searchPath.split(delimiter), ...defaultFolders].filter(Boolean);
  return folders.map((folder) => join(folder, 'soffice')).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
