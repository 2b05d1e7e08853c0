import { metrics, parseTraceparent, runInContext, secondsSince, startSpan } from '@waybill/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayModuleOptions } from '../gateway.module-options.js';
import { trackBytes } from './byte-metrics.js';

/** From an answer out of memory to the five minutes that a client waits (spec §7), and the hour a large upload takes. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600];

const durations = metrics.histogram({
  name: 'waybill_http_request_duration_seconds',
  help: 'Calls by route and outcome (2xx to 5xx, or aborted by the client), from the first byte to the last',
  labels: ['method', 'route', 'status'],
  buckets: SECONDS,
});

/** Nobody follows these through the house: pages, their files, and machines that ask how it is. */
const isTraced = (route: string) => route.startsWith('/api/') && route !== '/api/health';

/** Gives each call its context, and tells how it went: in numbers, and as the first span of its trace. */
export function addHttpMetrics(server: FastifyInstance, config: GatewayModuleOptions): void {
  server.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const traceparent = parentOf(request, config);
    const span = isTraced(route)
      ? startSpan({
          name: `${request.method} ${route}`,
          kind: 'server',
          attributes: { 'http.request.method': request.method, 'http.route': route },
          parent: traceparent,
        })
      : undefined;
    const startedAt = performance.now();
    const endBytes = trackBytes(route, request.raw.socket);
    reply.raw.once('close', () => {
      endBytes();
      const status = statusOf(reply);
      durations.observe({ method: request.method, route, status }, secondsSince(startedAt));
      span?.add({ 'http.response.status_code': reply.raw.statusCode });
      span?.end(status === '5xx' || status === 'aborted' ? status : undefined);
    });
    const context = { correlationId: request.id, traceparent: span?.traceparent ?? traceparent };
    runInContext(context, done);
  });
}

/** A trace that a stranger began is none of ours: he would decide what we keep, and put our spans among others. */
function parentOf({ headers }: FastifyRequest, { trustProxy }: GatewayModuleOptions): string | undefined {
  const { traceparent } = headers;
  const isWell = trustProxy !== false && typeof traceparent === 'string' && parseTraceparent(traceparent);
  return isWell ? traceparent : undefined;
}

function statusOf({ raw }: FastifyReply): string {
  return raw.writableFinished ? `${Math.floor(raw.statusCode / 100)}xx` : 'aborted';
}
