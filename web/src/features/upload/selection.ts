import { describeFileLimit, describeSizeLimit, type PlanLimits } from '@waybill/contracts';

export interface Selection<F> {
  /** Files to upload. */
  readonly accepted: readonly F[];
  /** Message when some or all files are refused. Null otherwise. */
  readonly problem: string | null;
}

/**
 * Applies the plan's limits to a selection (spec §5). Accepts no file if there are too many, and skips files over the
 * size limit. `existing`: number of the user's files. The server checks again.
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
