import type { DynamicModule } from '@nestjs/common';
import type { ServiceDatabase } from '@waybill/database';
import type { Adapters } from './adapters.js';
import type { SharedEnvironment } from './environment.js';

/** One service, or its worker, as a composition root sees it: declared by the service, started by any profile. */
export interface ProcessSpec {
  /** The service: its name on the bus, and the source of the events it tells. */
  readonly service: string;
  /** A worker performs the service's jobs and leaves the bus's requests and events to the others. */
  readonly role?: 'worker';
  readonly database: ServiceDatabase;
  /** The service's own modules, and the adapters that only it needs. */
  modules(environment: SharedEnvironment, adapters: Adapters): DynamicModule[];
}

/** What the process is called in the log. */
export function processName({ service, role }: ProcessSpec): string {
  return role === undefined ? service : `${service}-${role}`;
}
