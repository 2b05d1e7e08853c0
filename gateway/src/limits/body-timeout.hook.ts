import { AppError } from '@waybill/contracts';
import { isAppendedBytes } from './appended-bytes.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PassThrough } from 'node:stream';

/**
 * Ends calls whose body does not arrive in time, with 408. Uploads are exempt: Fastify does not read their bodies here,
 * and they have a least rate instead.
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
}

function isUpload({ headers }: FastifyRequest): boolean {
  const type = headers['content-type'];
  return type !== undefined && (type.startsWith('multipart/') || isAppendedBytes(type));
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
