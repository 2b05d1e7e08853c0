import { notificationRoutes } from '@waybill/contracts/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestPath } from '../http/request-path.js';

const { path } = notificationRoutes.unsubscribe;

/** Whether the request unsubscribes from mails. Mail programs send it without cookies, from any origin (RFC 8058). */
export function isUnsubscribe(request: FastifyRequest): boolean {
  return requestPath(request) === path;
}

/**
 * Accepts the form `List-Unsubscribe=One-Click` that mail programs post. The URL has all parameters, so the body is
 * read and ignored. So is a multipart body, which no other parser would read.
 */
export function acceptOneClickUnsubscribe(server: FastifyInstance): void {
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i.test(
      request.headers['content-type'] ?? '',
    );
    // Fastify chooses the parser by this header.
    if (isForm && isUnsubscribe(request)) request.headers['content-type'] = 'text/x-ignored';
    done(null, payload);
  });
  server.addContentTypeParser('text/x-ignored', { parseAs: 'buffer' }, (request, _body, done) => {
    done(null, isUnsubscribe(request) ? {} : undefined);
  });
}
