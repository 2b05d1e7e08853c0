import {
  type DynamicModule,
  Inject,
  Module,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Clock, HealthRegistry, LOGGER, type Logger } from '@waybill/service-kit';
import { openPostgresBackend } from './adapters/postgres.backend.js';
import type { RedisPatience } from './adapters/redis.backend.js';
import { BullJobs } from './bull-jobs.js';
import { JobWorkers, type WorkerTiming, patientTiming } from './job-workers.js';
import type { JobsBackend } from './jobs-backend.js';
import { Jobs } from './jobs.js';
import { Performers } from './performers.js';

export interface PostgresJobs {
  readonly kind: 'postgres';
  readonly url: string;
}

export interface RedisJobs {
  readonly kind: 'redis';
  /** `redis://` or `rediss://` */
  readonly url: string;
  /** The usual one when left out. */
  readonly patience?: Partial<RedisPatience>;
}

export interface JobsOptions {
  readonly backend: PostgresJobs | RedisJobs;
  /** Whether this process performs jobs, or only adds them. */
  readonly work: boolean;
  readonly timing?: WorkerTiming;
}

const BACKEND = Symbol('jobs backend');

/** Background jobs, for every module of a process. Needs ServiceKitModule beside it. */
@Module({})
export class JobsModule implements OnApplicationShutdown {
  constructor(
    @Inject(BACKEND) private readonly backend: JobsBackend,
    @Inject(Jobs) private readonly jobs: BullJobs,
    @Inject(HealthRegistry) health: HealthRegistry,
  ) {
    health.register('jobs', () => backend.check());
  }

  static forRoot({ backend, work, timing = patientTiming }: JobsOptions): DynamicModule {
    const workers: Provider = {
      provide: JobWorkers,
      inject: [BACKEND, Jobs, Performers, LOGGER],
      useFactory: (opened: JobsBackend, jobs: BullJobs, performers: Performers, logger: Logger) =>
        new JobWorkers(opened, jobs, performers, timing, logger),
    };
    return {
      module: JobsModule,
      global: true,
      imports: [DiscoveryModule],
      providers: [
        {
          provide: BACKEND,
          inject: [LOGGER],
          useFactory: (logger: Logger) => open(backend, logger),
        },
        {
          provide: Jobs,
          inject: [BACKEND, Clock, LOGGER],
          useFactory: (opened: JobsBackend, clock: Clock, logger: Logger) =>
            new BullJobs(opened, clock, logger),
        },
        ...(work ? [Performers, workers] : []),
      ],
      exports: [Jobs],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.jobs.close();
    await this.backend.close();
  }
}

async function open(backend: PostgresJobs | RedisJobs, logger: Logger): Promise<JobsBackend> {
  if (backend.kind === 'postgres') return openPostgresBackend(backend.url, logger);
  const { openRedisBackend, usualPatience } = await import('./adapters/redis.backend.js');
  return openRedisBackend(backend.url, logger, { ...usualPatience, ...backend.patience });
}
