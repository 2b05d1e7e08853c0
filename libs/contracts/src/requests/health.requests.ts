import { z } from 'zod';
import { componentStatusSchema } from '../dto/health.dto.js';
import { defineRequest } from '../message.js';
import { emptySchema } from './caller.js';

export const serviceNames = ['auth', 'files', 'sharing', 'analytics', 'billing'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** How the parts a service stands on are: its database, its store, … */
export function checkHealthOf(service: ServiceName) {
  return defineRequest(
    `${service}.health.check`,
    emptySchema,
    z.object({ components: z.record(z.string(), componentStatusSchema) }),
  );
}
