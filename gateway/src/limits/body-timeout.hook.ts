import { AppError } from '@waybill/contracts';
import type { FastifyInstance } from 'fastify';
import { PassThrough } from 'node:stream';

/**
 * Ends calls whose body does not arrive in time, with 408. Uploads are exempt: Fastify does not read their bodies here,
 * and they have a least rate instead.
 */
export function limitBodyTime(server: FastifyInstance, timeoutMs: number): void {
  server.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.headers['content-type']?.startsWith('multipart/')) {
      done(null, payload);
      return;
    }
    const body = new PassThrough();
    const timer = setTimeout(() => body.destroy(new AppError('request.timeout')), timeoutMs);
    body.once('close', () => clearTimeout(timer));
    payload.once('error', (error: Error) => body.destroy(error));
    payload.once('close', () => {
      if (!request.raw.complete) body.destroy();
    });
    done(null, payload.pipe(body));
  });
}
