import { z } from 'zod';
import { healthSchema } from '../dto/health.dto.js';
import { answers, defineRoute } from './route.js';

const health = {
  200: answers(healthSchema, { status: 'ok', components: { database: 'ok', storage: 'ok' } }, 'All is well'),
  503: answers(
    healthSchema,
    { status: 'degraded', components: { database: 'ok', storage: 'down' } },
    'A part that people need is down',
  ),
} as const;

/** For those who run Waybill. */
export const operationRoutes = {
  health: defineRoute({
    id: 'health',
    method: 'GET',
    path: '/api/health',
    group: 'operation',
    summary: 'How people fare',
    description: 'Every part they need is asked.',
    access: 'anyone',
    answers: health,
    asks: [],
  }),
  live: defineRoute({
    id: 'live',
    method: 'GET',
    path: '/livez',
    group: 'operation',
    summary: 'The process runs',
    description: 'Asks no server: one that is away is no reason to restart the gateway.',
    access: 'anyone',
    answers: { 200: answers(z.object({ status: z.literal('ok') }), { status: 'ok' }, 'It does') },
    asks: [],
  }),
  ready: defineRoute({
    id: 'ready',
    method: 'GET',
    path: '/readyz',
    group: 'operation',
    summary: 'The process can serve',
    access: 'anyone',
    answers: health,
    asks: [],
  }),
} as const;
