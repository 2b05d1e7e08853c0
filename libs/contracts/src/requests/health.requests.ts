import { z } from 'zod';
import { componentStatusSchema } from '../dto/health.dto.js';
import { defineRequest } from '../message.js';
import { emptySchema } from './caller.js';

export const serviceNames = ['auth', 'files', 'sharing', 'analytics', 'billing'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Request for the status of a service's components: its database, its object store and so on. */
export function checkHealthOf(service: ServiceName) {
  return defineRequest(
    `${service}.health.check`,
    emptySchema,
    z.object({ components: z.record(z.string(), componentStatusSchema) }),
  );
}
