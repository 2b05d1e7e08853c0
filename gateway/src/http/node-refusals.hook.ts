import { AppError } from '@waybill/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorResponse } from './client-error.js';

/**
 * Refuses a request without a host, which HTTP/1.1 requires. Node would refuse it without a body.
 * @throws AppError `request.malformed`
 */
export function requireHost({ raw }: FastifyRequest): void {
  if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw new AppError('request.malformed');
}

/** Answers an unknown `Expect` header with the API's error body. Node would answer without a body. */
export function answerExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', ({ socket, method }) => {
    socket.end(errorResponse(new AppError('request.expectation-failed'), method === 'HEAD'));
  });
}
