import { z } from 'zod';
import { healthSchema } from '../dto/health.dto.js';
import { jsonResponse, defineRoute } from './route.js';

const health = {
  200: jsonResponse(
    healthSchema,
    { status: 'ok', components: { database: 'ok', storage: 'ok' } },
    'All components are available',
  ),
  503: jsonResponse(
    healthSchema,
    { status: 'degraded', components: { database: 'ok', storage: 'down' } },
    'A component is down',
  ),
} as const;

/** Health checks, for operators and orchestrators. */
export const healthRoutes = {
  health: defineRoute({
    id: 'health',
    method: 'GET',
    path: '/api/health',
    group: 'operation',
    summary: 'Service health',
    description: 'Checks every component that users depend on, in all services.',
    access: 'anyone',
    scope: 'public',
    responses: health,
    requests: [],
  }),
  live: defineRoute({
    id: 'live',
    method: 'GET',
    path: '/livez',
    group: 'operation',
    summary: 'Liveness of the gateway',
    description: 'Checks no server: a restart of the gateway does not repair an unavailable server.',
    access: 'anyone',
    scope: 'public',
    responses: {
      200: jsonResponse(z.object({ status: z.literal('ok') }), { status: 'ok' }, 'The process runs'),
    },
    requests: [],
  }),
  ready: defineRoute({
    id: 'ready',
    method: 'GET',
    path: '/readyz',
    group: 'operation',
    summary: 'Readiness of the gateway',
    access: 'anyone',
    scope: 'public',
    responses: health,
    requests: [],
  }),
} as const;
