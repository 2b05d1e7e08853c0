import { AppError } from '@waybill/contracts';
import type { FastifyInstance } from 'fastify';
import { isUnsubscribe } from '../notifications/one-click-unsubscribe.hook.js';
import { hasBody } from '../http/has-body.js';
import { isForm, readsForms } from './form-routes.js';

/**
 * Refuses multipart forms where they are not read. The multipart plugin accepts them on every route, with a body that
 * looks empty: a password sent as a form would be ignored, and the file left open.
 * @throws AppError `request.unsupported-type`
 */
export function rejectForms(server: FastifyInstance): void {
  server.addHook('preParsing', (request, _reply, payload, done) => {
    // A handler of GET reads no body.
    const isRead = request.method === 'GET' || isUnsubscribe(request) || readsForms(request);
    if (hasBody(request) && isForm(request) && !isRead) throw new AppError('request.unsupported-type');
    done(null, payload);
  });
}
