import { AppError } from '@waybill/contracts';
import { TUS_MEDIA_TYPE } from '@waybill/contracts/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasBody } from '../http/has-body.js';
import { isUploadPath } from '../http/is-upload-path.js';

/** Whether the body is bytes for an upload that can be resumed. */
export function isAppendedBytes(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === TUS_MEDIA_TYPE;
}

/**
 * Leaves bytes of uploads unread for their handler. Other routes do not accept them. The routes of uploads accept no
 * other type and no compressed bytes. They are refused here, because JSON would be parsed before a handler can.
 * @throws AppError `request.unsupported-type`
 */
export function acceptAppendedBytes(server: FastifyInstance): void {
  server.addContentTypeParser(TUS_MEDIA_TYPE, (request, _payload, done) => {
    done(isUploadPath(request) ? null : new AppError('request.unsupported-type'));
  });
  server.addHook('preParsing', (request, _reply, payload, done) => {
    if (isUploadPath(request) && appendsBytes(request)) requireAppendedBytes(request);
    done(null, payload);
  });
}

/** PATCH always appends, also nothing. A creation may bring the first bytes. */
function appendsBytes(request: FastifyRequest): boolean {
  return request.method === 'PATCH' || (request.method === 'POST' && hasBody(request));
}

function requireAppendedBytes({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (!isAppendedBytes(headers['content-type']) || encoding.toLowerCase() !== 'identity')
    throw new AppError('request.unsupported-type');
}
