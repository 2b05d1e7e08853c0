import { AppError } from '@waybill/contracts';
import type { Limit, RateLimiter } from '@waybill/redis';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPaymentWebhook } from '../billing/is-payment-webhook.js';
import { JSON_LIMIT_BYTES, takesLargeBody } from './body-limits.hook.js';
import { clientAddress } from '../http/client-address.js';

/** Bodies above the usual limit, from one network. Parsing one of them can take a few hundred milliseconds. */
const largeBodies: Limit = { name: 'large-bodies', points: 60, windowSeconds: 600 };

/**
 * Limits the large bodies of a network before they are read. The payment provider, which signs its bodies, is exempt.
 * @param limiter of the app, which is created after the server
 */
export function limitLargeBodies(server: FastifyInstance, limiter: () => RateLimiter): void {
  server.addHook('preParsing', async (request) => {
    if (!isLargeBody(request)) return;
    const { allowed, retryAfterSeconds } = await limiter().consumeForNetwork(
      largeBodies,
      clientAddress(request),
    );
    if (!allowed) throw new AppError('request.too-many', undefined, { retryAfterSeconds });
  });
}

function isLargeBody(request: FastifyRequest): boolean {
  if (!takesLargeBody(request) || isPaymentWebhook(request)) return false;
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || Number(length ?? 0) > JSON_LIMIT_BYTES;
}
