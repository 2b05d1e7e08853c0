import { utimesSync, writeFileSync } from 'node:fs';

/** File with the time of the last complete build. */
export const STAMP = '.nx/built';

/** Records a complete build. @param {Date} began start of the build, which may lack later changes of sources */
export function noteBuild(began) {
  writeFileSync(STAMP, '');
  utimesSync(STAMP, began, began);
}
