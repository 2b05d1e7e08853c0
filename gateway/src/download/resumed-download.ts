import { AppError } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';
import type { OpenedFile, RangeResponse } from './range-response.service.js';

/** Whether a response continues a download: it begins after the first byte. */
export function isResume({ range }: RangeResponse): boolean {
  return range !== null && range.start > 0;
}

/**
 * Answers HEAD like GET, which is refused when its download is counted. So a page that checks a download by HEAD learns
 * that its link is used up.
 * @throws AppError `links.used-up` for a HEAD of the first byte, once the link only lets a download be resumed
 */
export function rejectUsedUpHead(
  { method }: FastifyRequest,
  { canOnlyResume }: Pick<OpenedFile, 'canOnlyResume'>,
  response: RangeResponse,
): void {
  if (method !== 'HEAD' || response.status === 304 || isResume(response)) return;
  if (canOnlyResume) throw new AppError('links.used-up');
}
