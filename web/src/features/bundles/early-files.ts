import type { FileView } from '@waybill/contracts';

/** Tolerance, because the files of one upload expire some seconds apart. */
const SAME_TIME_MS = 60_000;

/** Files that expire before their bundle, and are missing from it afterwards. `deleteAt`: of the bundle. */
export function filesBefore(deleteAt: string | null, files: readonly FileView[]): readonly FileView[] {
  const end = deleteAt === null ? Infinity : Date.parse(deleteAt);
  return files.filter(({ deleteAt: own }) => own.Time !== null && end - Date.parse(own.Time) > SAME_TIME_MS);
}
