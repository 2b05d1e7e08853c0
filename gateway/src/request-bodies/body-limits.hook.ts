import { billingRoutes, bundleRoutes, linkRoutes, notificationRoutes } from '@waybill/contracts/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fastifyPath } from '../http/fastify-path.js';

/** Limit of every route that has none of its own. */
export const JSON_LIMIT_BYTES = 64 * 1024;
/** Far above the largest event that the payment provider sends. */
const PAYMENT_WEBHOOK_BYTES = 512 * 1024;
/** Enough for 10,000 files with their ids and short paths. */
const BUNDLE_BYTES = 4 * 1024 * 1024;
/** Enough for 1,000 `allowedEmails` of 254 characters, of three bytes each. */
const LINK_BYTES = 1024 * 1024;
/** The form that mail programs post is a few bytes long. */
const UNSUBSCRIBE_BYTES = 16 * 1024;

const limits = new Map<string, number>([
  [billingRoutes.webhook.path, PAYMENT_WEBHOOK_BYTES],
  [bundleRoutes.createBundle.path, BUNDLE_BYTES],
  [bundleRoutes.changeBundle.path, BUNDLE_BYTES],
  [linkRoutes.createLink.path, LINK_BYTES],
  [linkRoutes.createBundleLink.path, LINK_BYTES],
  [linkRoutes.changeLink.path, LINK_BYTES],
  [notificationRoutes.unsubscribe.path, UNSUBSCRIBE_BYTES],
]);

const limitsByFastifyPath = new Map([...limits].map(([path, bytes]) => [fastifyPath(path), bytes]));

/** Whether the route takes bodies above the usual limit. */
export function takesLargeBody({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): boolean {
  return routeOptions.bodyLimit > JSON_LIMIT_BYTES;
}

/** Sets the body limits of routes whose limit is not the server's. Must be called before routes are added. */
export function setBodyLimits(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    const limit = limitsByFastifyPath.get(route.url);
    if (limit !== undefined) route.bodyLimit = limit;
  });
}
