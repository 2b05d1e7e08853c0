import type { FileView } from '@waybill/contracts';

/** Files of an upload expire some seconds apart. */
const SAME_TIME_MS = 60_000;

/** Files that expire before their bundle, and would be missing from it then. `deleteAt`: of the bundle. */
export function filesBefore(deleteAt: string | null, files: readonly FileView[]): readonly FileView[] {
  const end = deleteAt === null ? Infinity : Date.parse(deleteAt);
  return files.filter(({ deleteAt: own }) => own.Time !== null && end - Date.parse(own.Time) > SAME_TIME_MS);
}
