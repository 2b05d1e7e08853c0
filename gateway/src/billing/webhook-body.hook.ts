import { billingRoutes } from '@waybill/contracts/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestPath } from '../http/request-path.js';

const { path } = billingRoutes.webhook;
/** Far above the largest event that the payment provider sends. */
const LIMIT_BYTES = 512 * 1024;

/** Whether the request is the payment provider's webhook: exempt from the CSRF check, its body kept as bytes. */
export function isWebhook(request: FastifyRequest): boolean {
  return requestPath(request) === path;
}

/** Raises the body limit of the webhook. Must be called before routes are added. */
export function allowLargeWebhookBodies(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    if (route.url === path) route.bodyLimit = LIMIT_BYTES;
  });
}
