import { AppError } from '@waybill/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PassThrough } from 'node:stream';
import { drainRequest } from '../http/drain-request.js';
import { hasBody } from '../http/has-body.js';
import { isAppendedBytes } from './appended-bytes.js';
import { isForm, readsForms } from './form-routes.js';

/**
 * Ends calls whose body does not arrive in time, with 408. Uploads are exempt: Fastify does not read their bodies here,
 * and a minimum rate applies to them instead. A body that no handler reads, such as that of a GET, is drained after the
 * response for at most the same time. Otherwise its client could hold the connection for ever.
 */
export function limitBodyTime(server: FastifyInstance, timeoutMs: number): void {
  server.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasBody(request) || isUpload(request)) {
      done(null, payload);
      return;
    }
    const body = new PassThrough();
    // Fastify reads no body of a type that it does not accept: without a listener the error would end the process.
    body.on('error', () => undefined);
    const timer = setTimeout(() => body.destroy(new AppError('request.timeout')), timeoutMs);
    body.once('end', () => clearTimeout(timer));
    body.once('close', () => clearTimeout(timer));
    reply.raw.once('close', () => clearTimeout(timer));
    payload.once('error', (error: Error) => body.destroy(error));
    payload.once('close', () => {
      if (!request.raw.complete) body.destroy();
    });
    done(null, payload.pipe(body));
  });
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete && !raw.destroyed) drainRequest(raw, () => undefined, timeoutMs);
    done();
  });
}

function isUpload(request: FastifyRequest): boolean {
  return isForm(request) ? readsForms(request) : isAppendedBytes(request.headers['content-type']);
}
