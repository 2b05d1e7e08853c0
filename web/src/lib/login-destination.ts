import { safeSessionStorage } from './access/safe-storage.js';
import { paths } from './paths.js';

const KEY = 'waybill.destination';

/** Page to open after the login; the uploads by default. */
export function readLoginDestination(): string {
  return safeSessionStorage.read(KEY) ?? paths.uploads;
}

let isLeaving = false;

/**
 * Saves the page that required the login in the browser, not in the address of the login page, so that no link can
 * choose it (open redirect). `path`: of this site, with its query.
 */
export function saveLoginDestination(path: string): void {
  if (!isLeaving) safeSessionStorage.write(KEY, path);
}

/**
 * `leaving`: the user ended the session. Until the login page is shown, the page that is left does not save itself
 * again.
 */
export function clearLoginDestination(leaving = false): void {
  isLeaving = leaving;
  safeSessionStorage.remove(KEY);
}

/** Accepts the next page that requires a login, after the user ended a session. */
export function acceptLoginDestination(): void {
  isLeaving = false;
}
