import { AppError } from '@waybill/contracts';
import { allRoutes } from '@waybill/contracts/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUnsubscribe } from '../notifications/one-click-unsubscribe.hook.js';
import { fastifyPath } from '../http/fastify-path.js';
import { hasBody } from '../http/has-body.js';

const FORM = 'multipart/form-data';

const routesWithForms = new Set(
  allRoutes.filter(({ body }) => body?.mediaType === FORM).map(({ path }) => fastifyPath(path)),
);

/**
 * Refuses multipart forms where they are not read. The multipart plugin accepts them on every route, with a body that
 * looks empty: a password sent as a form would be ignored, and the file left open.
 * @throws AppError `request.unsupported-type`
 */
export function rejectForms(server: FastifyInstance): void {
  server.addHook('preParsing', (request, _reply, payload, done) => {
    // A handler of GET reads no body.
    const isRead =
      request.method === 'GET' ||
      isUnsubscribe(request) ||
      routesWithForms.has(request.routeOptions.url ?? '');
    if (hasBody(request) && isForm(request) && !isRead) throw new AppError('request.unsupported-type');
    done(null, payload);
  });
}

function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase().startsWith('multipart/') ?? false;
}
