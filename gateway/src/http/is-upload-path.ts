import type { FastifyRequest } from 'fastify';
import { requestPath } from './request-path.js';

const UPLOADS = /^\/api\/uploads(?:\/|$)/;

/** Whether the request is for uploads that can be resumed. */
export function isUploadPath(request: Pick<FastifyRequest, 'url'>): boolean {
  return UPLOADS.test(requestPath(request));
}
