import { tabKeeper } from './access/local-keeper.js';
import { paths } from './paths.js';

const KEY = 'waybill.destination';

/** Where the person wanted to go when a login came between; their uploads otherwise. */
export function destination(): string {
  return tabKeeper.read(KEY) ?? paths.uploads;
}

/** `path`: of this site, with its query. */
export function rememberDestination(path: string): void {
  tabKeeper.keep(KEY, path);
}

export function forgetDestination(): void {
  tabKeeper.drop(KEY);
}
