import { formatSizeLimitInMegabytes, type PlanId } from './plans.js';

/** Sentences of the plan's limits (spec §5). Shared, because the client checks these limits before an upload. */
export function describeFileLimit({
  limit,
  tier,
}: {
  readonly limit: number;
  readonly tier: PlanId;
}): string {
  return `You can only upload up to ${limit} files with your ${tier} tier`;
}

/** `maxFileSize` in bytes. */
export function describeSizeLimit({
  maxFileSize,
  tier,
}: {
  readonly maxFileSize: number;
  readonly tier: PlanId;
}): string {
  return `Some files were skipped because they exceed the ${formatSizeLimitInMegabytes(maxFileSize)} limit for ${tier} tier`;
}
