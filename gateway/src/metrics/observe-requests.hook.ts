import {
  endSpan,
  metrics,
  parseTraceparent,
  runInContext,
  secondsSince,
  SpanKind,
  startSpan,
  traceparentOf,
} from '@waybill/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayModuleOptions } from '../options/gateway.module-options.js';
import { trackBytes } from './byte-metrics.js';

/** Up to the client's timeout of five minutes (spec §7) and the hour that a large upload takes. */
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600];

const durations = metrics.histogram({
  name: 'waybill_http_request_duration_seconds',
  help: 'Duration of requests by route and outcome (2xx to 5xx, or aborted by the client), from first to last byte',
  labels: ['method', 'route', 'status'],
  buckets: BUCKETS_SECONDS,
});

/** Pages, static files and health checks are not traced. */
const isTraced = (route: string) => route.startsWith('/api/') && route !== '/api/health';

/** Sets the context of each request, and records its duration, its bytes and the root span of its trace. */
export function observeRequests(server: FastifyInstance, options: GatewayModuleOptions): void {
  server.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const traceparent = parentOf(request, options);
    const span = isTraced(route)
      ? startSpan({
          name: `${request.method} ${route}`,
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': request.method, 'http.route': route },
          parent: traceparent,
        })
      : undefined;
    const startedAt = performance.now();
    const stopTrackingBytes = trackBytes(route, request.raw.socket);
    reply.raw.once('close', () => {
      stopTrackingBytes();
      const status = statusOf(reply);
      durations.observe({ method: request.method, route, status }, secondsSince(startedAt));
      if (!span) return;
      span.setAttribute('http.response.status_code', reply.raw.statusCode);
      endSpan(span, status === '5xx' || status === 'aborted' ? status : undefined);
    });
    const context = { correlationId: request.id, traceparent: span ? traceparentOf(span) : traceparent };
    runInContext(context, done);
  });
}

/** Ignores `traceparent` from untrusted clients: they could control sampling and pollute traces. */
function parentOf({ headers }: FastifyRequest, { trustProxy }: GatewayModuleOptions): string | undefined {
  const { traceparent } = headers;
  const isTrusted = trustProxy !== false && typeof traceparent === 'string' && parseTraceparent(traceparent);
  return isTrusted ? traceparent : undefined;
}

function statusOf({ raw }: FastifyReply): string {
  return raw.writableFinished ? `${Math.floor(raw.statusCode / 100)}xx` : 'aborted';
}
