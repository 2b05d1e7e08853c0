import { billingRoutes } from '@waybill/contracts/http';
import type { FastifyRequest } from 'fastify';
import { requestPath } from '../http/request-path.js';

const { path } = billingRoutes.webhook;

/** Whether the request is the payment provider's webhook: exempt from the CSRF check, its body kept as bytes. */
export function isPaymentWebhook(request: FastifyRequest): boolean {
  return requestPath(request) === path;
}
