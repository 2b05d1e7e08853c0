import { safeSessionStorage } from './access/safe-storage.js';
import { paths } from './paths.js';

const KEY = 'waybill.destination';

/** Page to open after the login; the uploads by default. */
export function readLoginDestination(): string {
  return safeSessionStorage.read(KEY) ?? paths.uploads;
}

/** Saves the page that required the login. `path`: of this site, with its query. */
export function saveLoginDestination(path: string): void {
  safeSessionStorage.write(KEY, path);
}

export function clearLoginDestination(): void {
  safeSessionStorage.remove(KEY);
}
