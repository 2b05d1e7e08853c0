import { z } from 'zod';
import { healthSchema } from '../dto/health.dto.js';
import { jsonResponse, defineRoute } from './route.js';

const health = {
  200: jsonResponse(
    healthSchema,
    { status: 'ok', components: { database: 'ok', storage: 'ok' } },
    'All is well',
  ),
  503: jsonResponse(
    healthSchema,
    { status: 'degraded', components: { database: 'ok', storage: 'down' } },
    'A part that people need is down',
  ),
} as const;

/** For those who run Waybill. */
export const healthRoutes = {
  health: defineRoute({
    id: 'health',
    method: 'GET',
    path: '/api/health',
    group: 'operation',
    summary: 'How people fare',
    description: 'Every part they need is asked.',
    access: 'anyone',
    responses: health,
    requests: [],
  }),
  live: defineRoute({
    id: 'live',
    method: 'GET',
    path: '/livez',
    group: 'operation',
    summary: 'The process runs',
    description: 'Asks no server: one that is away is no reason to restart the gateway.',
    access: 'anyone',
    responses: { 200: jsonResponse(z.object({ status: z.literal('ok') }), { status: 'ok' }, 'It does') },
    requests: [],
  }),
  ready: defineRoute({
    id: 'ready',
    method: 'GET',
    path: '/readyz',
    group: 'operation',
    summary: 'The process can serve',
    access: 'anyone',
    responses: health,
    requests: [],
  }),
} as const;
