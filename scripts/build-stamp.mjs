import { utimesSync, writeFileSync } from 'node:fs';

/** File with the time of the last complete build. */
export const STAMP = '.nx/built';

/** Notes a complete build. @param {Date} began sources that changed since then may not be in it */
export function noteBuild(began) {
  writeFileSync(STAMP, '');
  utimesSync(STAMP, began, began);
}
