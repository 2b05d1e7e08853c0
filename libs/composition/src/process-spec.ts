import type { DynamicModule } from '@nestjs/common';
import type { ServiceDatabase } from '@waybill/database';
import type { Adapters } from './adapters.js';
import { readByAll } from './distributed-environment.js';
import type { EnvironmentName, SharedEnvironment } from './environment.js';

/** One service, or its worker, as a composition root sees it: declared by the service, started by any profile. */
export interface ProcessSpec {
  /** The service: its name on the bus, and the source of the events it tells. */
  readonly service: string;
  /** A worker performs the service's jobs and leaves the bus's requests and events to the others. */
  readonly role?: 'worker';
  readonly database: ServiceDatabase;
  /** The variables it is given as a process of its own, beside those that every service reads. */
  readonly reads: readonly EnvironmentName[];
  /** The service's own modules, and the adapters that only it needs. */
  modules(environment: SharedEnvironment, adapters: Adapters): (DynamicModule | Promise<DynamicModule>)[];
}

const readByServices = ['DATABASE_URL', 'RUN_MIGRATIONS'] as const satisfies readonly EnvironmentName[];

/** What the process is called in the log. */
export function processName({ service, role }: ProcessSpec): string {
  return role === undefined ? service : `${service}-${role}`;
}

/** All it is given as a process of its own. */
export function readBy({ reads }: ProcessSpec): EnvironmentName[] {
  return [...readByAll, ...readByServices, ...reads];
}
