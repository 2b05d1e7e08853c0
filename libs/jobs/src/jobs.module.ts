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
import type { RedisTimeouts } from './adapters/redis.backend.js';
import { BullJobs } from './bull-jobs.js';
import { type JobTiming, defaultTiming } from './job-timing.js';
import { JobWorkers } from './job-workers.js';
import { JobScheduler } from './job-scheduler.js';
import type { JobsBackend } from './jobs-backend.js';
import { Jobs } from './jobs.js';
import { PerformerExplorer } from './performer-explorer.js';
import { Schedules } from './schedules.js';

export interface PostgresBackendOptions {
  readonly kind: 'postgres';
  readonly url: string;
}

export interface RedisBackendOptions {
  readonly kind: 'redis';
  /** `redis://` or `rediss://` */
  readonly url: string;
  /** Default: `defaultTimeouts`. */
  readonly timeouts?: Partial<RedisTimeouts>;
}

export interface JobsModuleOptions {
  readonly backend: PostgresBackendOptions | RedisBackendOptions;
  /** Whether this process performs jobs, or only enqueues them. */
  readonly performs: boolean;
  readonly timing?: JobTiming;
}

const BACKEND = Symbol('jobs backend');

/** Background jobs, for every module of a process. Needs ServiceKitModule beside it. */
@Module({})
export class JobsModule implements OnApplicationShutdown {
  constructor(
    @Inject(BACKEND) private readonly backend: JobsBackend,
    @Inject(Jobs) private readonly jobs: BullJobs,
    health: HealthRegistry,
  ) {
    health.register('jobs', () => backend.check());
  }

  static forRoot({ backend, performs, timing = defaultTiming }: JobsModuleOptions): DynamicModule {
    const workers: Provider = {
      provide: JobWorkers,
      inject: [BACKEND, Jobs, PerformerExplorer, LOGGER],
      useFactory: (opened: JobsBackend, jobs: BullJobs, performers: PerformerExplorer, logger: Logger) =>
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
          useFactory: (logger: Logger) => openBackend(backend, logger),
        },
        {
          provide: Jobs,
          inject: [BACKEND, Clock, LOGGER],
          useFactory: (opened: JobsBackend, clock: Clock, logger: Logger) =>
            new BullJobs(
              opened,
              clock,
              new Schedules(opened, timing.scheduleCheckIntervalMs, logger),
              logger,
            ),
        },
        JobScheduler,
        ...(performs ? [PerformerExplorer, workers] : []),
      ],
      exports: [Jobs, JobScheduler],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.jobs.close();
    await this.backend.close();
  }
}

async function openBackend(
  backend: PostgresBackendOptions | RedisBackendOptions,
  logger: Logger,
): Promise<JobsBackend> {
  if (backend.kind === 'postgres') return openPostgresBackend(backend.url, logger);
  const { openRedisBackend, defaultTimeouts } = await import('./adapters/redis.backend.js');
  return openRedisBackend(backend.url, logger, { ...defaultTimeouts, ...backend.timeouts });
}
