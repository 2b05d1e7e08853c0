import { billingRoutes } from '@waybill/contracts/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from '../http/allowed-methods.hook.js';

const { path } = billingRoutes.webhook;
/** Far more than the payment provider ever sent of what we listen to. */
const LIMIT_BYTES = 512 * 1024;

/** Whether this is the payment provider's call: it comes from elsewhere, and its body is signed byte for byte. */
export function isWebhook(request: FastifyRequest): boolean {
  return pathOf(request) === path;
}

/** Lets the webhook's body be larger than other calls'. Before any route is added. */
export function allowLargeWebhookBodies(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    if (route.url === path) route.bodyLimit = LIMIT_BYTES;
  });
}
