import { AppError } from '@waybill/contracts';
import { TUS_VERSION } from '@waybill/contracts/http';
import type { FastifyInstance } from 'fastify';
import { type IncomingMessage, METHODS } from 'node:http';
import { isUploadPath } from '../http/is-upload-path.js';

/** Sends the tus version with every response. Must be called before the hooks that refuse requests. */
export function sendTusVersion(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (isUploadPath(request)) void reply.header('tus-resumable', TUS_VERSION);
    done();
  });
}

/** Refuses requests of another tus version with 412. @throws AppError `uploads.unsupported-version` */
export function requireTusVersion(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const isOther = request.method !== 'OPTIONS' && request.headers['tus-resumable'] !== TUS_VERSION;
    if (isOther && isUploadPath(request)) {
      void reply.header('tus-version', TUS_VERSION);
      throw new AppError('uploads.unsupported-version');
    }
    done();
  });
}

/**
 * Applies `X-HTTP-Method-Override` to POST requests for uploads: some clients cannot send PATCH. Applies any method of
 * HTTP, because a request with this header is never a creation. Routes OPTIONS of one upload to `/api/uploads`. Runs
 * before the route is chosen, so that every later check sees the intended method.
 * @returns the URL of the route
 */
export function overrideMethod(request: { readonly url?: string | undefined }): string {
  const raw = request as IncomingMessage;
  const override = String(raw.headers['x-http-method-override'] ?? '').toUpperCase();
  const url = raw.url ?? '/';
  const isUpload = isUploadPath({ url });
  if (raw.method === 'POST' && isUpload && METHODS.includes(override)) raw.method = override;
  if (raw.method === 'OPTIONS' && isUpload) return '/api/uploads';
  return url;
}
