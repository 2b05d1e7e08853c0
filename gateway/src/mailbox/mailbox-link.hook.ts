import { AppError } from '@waybill/contracts';
import type { FastifyInstance } from 'fastify';
import { requestPath } from '../http/request-path.js';
import type { GatewayModuleOptions } from '../options/gateway.module-options.js';
import { isMailboxKey, MAILBOX_COOKIE } from './mailbox-key.js';

/**
 * Opens the mailbox's printed link, `/mailbox?key=…`: moves the key to a cookie for the mailbox's API and redirects to
 * the page, so that the key stays in neither the address bar nor a referer.
 * @throws AppError `request.not-found` for a wrong key
 */
export function openMailboxLinks(
  server: FastifyInstance,
  { mailboxKey, publicUrl }: GatewayModuleOptions,
): void {
  server.addHook('onRequest', async (request, reply) => {
    if (requestPath(request) !== '/mailbox') return;
    const { key } = request.query as { key?: unknown };
    if (key === undefined) return;
    if (!isMailboxKey(key, mailboxKey)) throw new AppError('request.not-found');
    const secure = publicUrl.protocol === 'https:';
    void reply.setCookie(MAILBOX_COOKIE, key, {
      path: '/api/mailbox',
      httpOnly: true,
      sameSite: 'strict',
      secure,
    });
    return reply.header('cache-control', 'no-store').redirect('/mailbox', 303);
  });
}
