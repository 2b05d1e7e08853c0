import type { DynamicModule } from '@nestjs/common';
import type { ServiceDatabase } from '@waybill/database';
import type { Adapters } from './adapters.js';
import type { SharedEnvironment } from './environment.js';

/** One service as a composition root sees it: declared by the service, started by any profile. */
export interface ProcessSpec {
  readonly name: string;
  readonly database: ServiceDatabase;
  /** The service's own modules, and the adapters that only it needs. */
  modules(environment: SharedEnvironment, adapters: Adapters): DynamicModule[];
}
