import type { DynamicModule } from '@nestjs/common';
import type { ServiceDatabase } from '@waybill/database';
import type { Adapters } from './adapters.js';
import { commonVariables } from './distributed-environment.js';
import type { EnvironmentName, SharedEnvironment } from './environment.js';

/**
 * Definition of a service or its worker. The service declares it; the composition root of any profile starts it.
 */
export interface ProcessDefinition {
  /** Name of the service on the bus; source of the events that it publishes. */
  readonly service: string;
  /** A worker performs the jobs of the service. Requests and events are left to the service's other processes. */
  readonly role?: 'worker';
  readonly database: ServiceDatabase;
  /** Variables that the process reads in the cluster profile, in addition to those of every service. */
  readonly variables: readonly EnvironmentName[];
  /** The service's own modules, and the adapters that no other service needs. */
  modules(environment: SharedEnvironment, adapters: Adapters): (DynamicModule | Promise<DynamicModule>)[];
}

const serviceVariables = [
  'DATABASE_URL',
  'DATABASE_POOL_SIZE',
  'RUN_MIGRATIONS',
] as const satisfies readonly EnvironmentName[];

/** Name of the process in the log. */
export function processName({ service, role }: ProcessDefinition): string {
  return role === undefined ? service : `${service}-${role}`;
}

/** All variables that the process reads in the cluster profile. */
export function variablesOf({ variables }: ProcessDefinition): EnvironmentName[] {
  return [...commonVariables, ...serviceVariables, ...variables];
}
