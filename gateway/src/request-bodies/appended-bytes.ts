import { AppError } from '@waybill/contracts';
import { TUS_MEDIA_TYPE } from '@waybill/contracts/http';
import type { FastifyInstance } from 'fastify';

/** Whether the body is bytes for an upload that can be resumed. */
export function isAppendedBytes(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === TUS_MEDIA_TYPE;
}

/** Leaves bytes of uploads unread for their handler. Other routes do not accept them. */
export function acceptAppendedBytes(server: FastifyInstance): void {
  server.addContentTypeParser(TUS_MEDIA_TYPE, (request, _payload, done) => {
    const isAccepted = request.url.startsWith('/api/uploads');
    done(isAccepted ? null : new AppError('request.unsupported-type'));
  });
}
