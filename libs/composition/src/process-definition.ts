import type { DynamicModule } from '@nestjs/common';
import type { ServiceDatabase } from '@waybill/database';
import type { Adapters } from './adapters.js';
import { commonVariables } from './distributed-environment.js';
import type { EnvironmentName, SharedEnvironment } from './environment.js';

/** One service, or its worker, as a composition root sees it: declared by the service, started by any profile. */
export interface ProcessDefinition {
  /** The service: its name on the bus, and the source of the events it tells. */
  readonly service: string;
  /** A worker performs the service's jobs and leaves the bus's requests and events to the others. */
  readonly role?: 'worker';
  readonly database: ServiceDatabase;
  /** The variables it is given as a process of its own, beside those that every service reads. */
  readonly variables: readonly EnvironmentName[];
  /** The service's own modules, and the adapters that only it needs. */
  modules(environment: SharedEnvironment, adapters: Adapters): (DynamicModule | Promise<DynamicModule>)[];
}

const serviceVariables = ['DATABASE_URL', 'RUN_MIGRATIONS'] as const satisfies readonly EnvironmentName[];

/** What the process is called in the log. */
export function processName({ service, role }: ProcessDefinition): string {
  return role === undefined ? service : `${service}-${role}`;
}

/** All it is given as a process of its own. */
export function variablesOf({ variables }: ProcessDefinition): EnvironmentName[] {
  return [...commonVariables, ...serviceVariables, ...variables];
}
