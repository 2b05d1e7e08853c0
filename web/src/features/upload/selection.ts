import { errorCatalogue, type PlanId, planLimits } from '@waybill/contracts';

const MEBIBYTE = 1024 * 1024;

export interface Selection<F> {
  /** Files to upload. */
  readonly accepted: readonly F[];
  /** Message when some or all files are refused. Null otherwise. */
  readonly problem: string | null;
}

/**
 * Applies the plan's limits to a selection (spec §5): too many files refuse all of it, files over the size limit
 * are skipped. `existing`: number of the user's files. The server checks again.
 */
export function screenSelection<F extends { readonly size: number }>(
  files: readonly F[],
  existing: number,
  plan: PlanId,
): Selection<F> {
  const { maxFiles, maxFileSize } = planLimits[plan];
  if (existing + files.length > maxFiles) {
    return {
      accepted: [],
      problem: errorCatalogue['files.limit-reached'].message({ limit: maxFiles, tier: plan }),
    };
  }
  const accepted = files.filter(({ size }) => size <= maxFileSize);
  return {
    accepted,
    problem:
      accepted.length === files.length
        ? null
        : errorCatalogue['files.too-large'].message({ limit: maxFileSize / MEBIBYTE, tier: plan }),
  };
}
