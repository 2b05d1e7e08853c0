import { errorCatalogue, type PlanId, planLimits } from '@waybill/contracts';

const MEBIBYTE = 1024 * 1024;

export interface Selection<F> {
  /** What may be sent. */
  readonly accepted: readonly F[];
  /** Why some or all of it may not; null when everything may. */
  readonly problem: string | null;
}

/**
 * What of a selection a plan lets through (spec §5): too many files refuse all of it, files that are too large are
 * skipped. `existing`: files the person already has. The server checks again.
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
