import { AppError } from '@waybill/contracts';

/**
 * Rejects U+0000 in a URL: PostgreSQL cannot store it, and no legitimate client sends it.
 * @throws AppError `request.malformed`
 */
export function rejectNulInUrl(url: string): void {
  if (url.includes('%00')) throw new AppError('request.malformed');
}
