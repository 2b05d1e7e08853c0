import { notificationRoutes } from '@waybill/contracts/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestPath } from '../http/request-path.js';

const { path } = notificationRoutes.unsubscribe;

/** Whether a mail program or a page stops mails. It sends no cookies, and comes from any origin (RFC 8058). */
export function isUnsubscribe(request: FastifyRequest): boolean {
  return requestPath(request) === path;
}

/**
 * Mail programs post `List-Unsubscribe=One-Click` as a form. The address says all, so the body is read and ignored. A
 * multipart body is drained in the same way: nothing else reads it.
 */
export function acceptOneClickUnsubscribe(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    if (route.url === path) route.bodyLimit = 16 * 1024;
  });
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i.test(
      request.headers['content-type'] ?? '',
    );
    // Fastify parses by this header.
    if (isForm && isUnsubscribe(request)) request.headers['content-type'] = 'text/x-ignored';
    done(null, payload);
  });
  server.addContentTypeParser('text/x-ignored', { parseAs: 'buffer' }, (request, _body, done) => {
    done(null, isUnsubscribe(request) ? {} : undefined);
  });
}
