import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const usualPlaces = ['/usr/lib/libreoffice/program', '/Applications/LibreOffice.app/Contents/MacOS'];

/** LibreOffice's program, which makes PDF renditions of Office files; null where it is not installed. */
export function findSoffice(searchPath = process.env['PATH'] ?? ''): string | null {
  const folders = [...searchPath.split(delimiter), ...usualPlaces].filter(Boolean);
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
