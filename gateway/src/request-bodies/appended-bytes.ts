import { AppError } from '@waybill/contracts';
import { TUS_MEDIA_TYPE } from '@waybill/contracts/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasBody } from '../http/has-body.js';

/** Whether the body is bytes for an upload that can be resumed. */
export function isAppendedBytes(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === TUS_MEDIA_TYPE;
}

/**
 * Leaves bytes of uploads unread for their handler. Other routes do not accept them, and the routes of uploads accept
 * no other body: JSON would be parsed before the handler refuses it.
 */
export function acceptAppendedBytes(server: FastifyInstance): void {
  server.addContentTypeParser(TUS_MEDIA_TYPE, (request, _payload, done) => {
    done(isUploadRoute(request) ? null : new AppError('request.unsupported-type'));
  });
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const { method, headers } = request;
    const takesBytes = isUploadRoute(request) && (method === 'POST' || method === 'PATCH');
    if (takesBytes && hasBody(request) && !isAppendedBytes(headers['content-type']))
      throw new AppError('request.unsupported-type');
    done(null, payload);
  });
}

function isUploadRoute({ url }: FastifyRequest): boolean {
  return url.startsWith('/api/uploads');
}
