import { configSchema } from '../dto/config.dto.js';
import { standardConfig } from '../standard-config.js';
import { defineRoute, jsonResponse } from './route.js';

/** Plans, sign-up and features of this installation. */
export const configRoutes = {
  config: defineRoute({
    id: 'config',
    method: 'GET',
    path: '/api/config',
    group: 'operation',
    summary: 'Get the limits and offers of this installation',
    description: 'Limits of every plan, as set by the operator. Sizes are in bytes.',
    access: 'anyone',
    scope: 'public',
    responses: {
      200: jsonResponse(configSchema, standardConfig),
    },
    requests: [],
  }),
} as const;
