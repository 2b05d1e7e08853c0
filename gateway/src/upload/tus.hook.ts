import { AppError } from '@waybill/contracts';
import { TUS_VERSION } from '@waybill/contracts/http';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { requestPath } from '../http/request-path.js';

const UPLOADS = /^\/api\/uploads(?:\/|$)/;
const overridable = new Set(['PATCH', 'DELETE', 'HEAD']);

/** Sends the tus version with every response, and refuses requests of another version with 412 before anything else. */
export function requireTusVersion(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (UPLOADS.test(requestPath(request))) {
      void reply.header('tus-resumable', TUS_VERSION);
      if (request.method !== 'OPTIONS' && request.headers['tus-resumable'] !== TUS_VERSION) {
        void reply.header('tus-version', TUS_VERSION);
        throw new AppError('uploads.unsupported-version');
      }
    }
    done();
  });
}

/**
 * Applies `X-HTTP-Method-Override` to POST requests for uploads: some clients cannot send PATCH. Routes OPTIONS of one
 * upload to `/api/uploads`. Runs before the route is chosen, so that every later check sees the intended method.
 * @returns the URL of the route
 */
export function overrideMethod(request: { readonly url?: string | undefined }): string {
  const raw = request as IncomingMessage;
  const override = String(raw.headers['x-http-method-override'] ?? '').toUpperCase();
  const isUpload = UPLOADS.test(raw.url?.split('?', 1)[0] ?? '');
  if (raw.method === 'POST' && isUpload && overridable.has(override)) raw.method = override;
  if (raw.method === 'OPTIONS' && isUpload) return '/api/uploads';
  return raw.url ?? '/';
}
