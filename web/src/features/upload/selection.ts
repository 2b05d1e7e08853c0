import { describeFileLimit, describeSizeLimit, type FileView, type PlanLimits } from '@waybill/contracts';

export interface Selection<F> {
  /** Files to upload. */
  readonly accepted: readonly F[];
  /** Message when some or all files are refused. Null otherwise. */
  readonly problem: string | null;
}

/**
 * Number of files that count for the plan's limit: live files of the user (`own`), and files of a running upload.
 * A file of the upload that has arrived may be in both.
 */
export function countFiles(
  own: readonly Pick<FileView, 'id' | 'deleteAt'>[],
  inUpload: readonly { readonly id: string | null }[],
): number {
  const live = own.filter(({ deleteAt: { Time } }) => Time === null || Date.parse(Time) > Date.now());
  return new Set<unknown>([...live, ...inUpload].map((file) => file.id ?? file)).size;
}

/**
 * Applies the plan's limits to a selection (spec §5). Accepts no file if there are too many, and skips files over the
 * size limit. `existing`: number of files from `countFiles`. The server checks again.
 */
export function applyPlanLimits<F extends { readonly size: number }>(
  files: readonly F[],
  existing: number,
  { id: tier, maxFiles, maxFileSize }: PlanLimits,
): Selection<F> {
  if (existing + files.length > maxFiles) {
    return {
      accepted: [],
      problem: describeFileLimit({ limit: maxFiles, tier }),
    };
  }
  const accepted = files.filter(({ size }) => size <= maxFileSize);
  return {
    accepted,
    problem: accepted.length === files.length ? null : describeSizeLimit({ maxFileSize, tier }),
  };
}
