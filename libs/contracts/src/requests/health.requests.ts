import { z } from 'zod';
import { componentStatusSchema } from '../dto/health.dto.js';
import { defineRequest } from '../message.js';
import { nothingSchema } from './caller.js';

export const serviceNames = ['auth', 'files', 'sharing', 'analytics', 'billing'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** How the parts a service stands on are: its database, its store, … */
export function healthOf(service: ServiceName) {
  return defineRequest(
    `${service}.health.check`,
    nothingSchema,
    z.object({ components: z.record(z.string(), componentStatusSchema) }),
  );
}
