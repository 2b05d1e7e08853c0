import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { type Logger, RepeatedReasons, settlesWithin } from '@waybill/service-kit';
import type { BullJobs } from './bull-jobs.js';
import type { JobTiming } from './job-timing.js';
import { collectJobMetrics } from './job.metrics.js';
import type { JobWorker, JobsBackend } from './jobs-backend.js';
import { instrumentJob } from './instrument-job.js';
import type { JobPerformerMethod, PerformerExplorer } from './performer-explorer.js';

/** Interval at which idle workers poll the queue, in addition to its notifications. */
const IDLE_POLL_SECONDS = 60;
/** Delay before a worker looks again for a server that was unavailable. BullMQ's default is 15 seconds. */
const OUTAGE_RETRY_MS = 2_000;

/** Performs jobs for as long as the process runs. */
export class JobWorkers implements OnApplicationBootstrap, OnModuleDestroy {
  /** Shared by all workers: an outage ends all of their connections. */
  private readonly reasons = new RepeatedReasons();
  private workers: JobWorker[] = [];
  private unregisterMetrics: () => void = () => undefined;
  private closed = false;

  constructor(
    private readonly backend: JobsBackend,
    private readonly jobs: BullJobs,
    private readonly explorer: PerformerExplorer,
    private readonly timing: JobTiming,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const performers = this.explorer.find();
    this.workers = performers.map((performer) => this.start(performer));
    this.unregisterMetrics = collectJobMetrics(
      this.jobs,
      performers.map(({ job }) => job),
    );
  }

  /** Runs before outbox and database close, because running jobs may need them. */
  async onModuleDestroy(): Promise<void> {
    this.unregisterMetrics();
    await Promise.all(this.workers.map((worker) => this.stop(worker)));
    this.closed = true;
  }

  private start({ job, perform }: JobPerformerMethod): JobWorker {
    const worker = this.backend.worker(
      job.name,
      // BullMQ passes the signal only to functions with three declared parameters. A default value would hide one.
      async (taken, _token, signal) => {
        const data = job.data.parse(taken.data);
        await instrumentJob(taken, job, () => perform(data, signal ?? new AbortController().signal));
      },
      {
        concurrency: job.concurrency,
        drainDelay: IDLE_POLL_SECONDS,
        runRetryDelay: OUTAGE_RETRY_MS,
        lockDuration: this.timing.lockMs,
        stalledInterval: this.timing.stalledCheckIntervalMs,
        maxStalledCount: job.attempts,
      },
    );
    worker.on('failed', (failed, error) => {
      const details = { err: error, job: job.name, id: failed?.id, attempt: failed?.attemptsMade };
      if (failed && failed.attemptsMade < job.attempts) this.logger.warn(details, 'Job failed, will retry');
      else this.logger.error(details, 'Job failed for good');
    });
    worker.on('stalled', (id) =>
      this.logger.warn({ job: job.name, id }, 'Taking over the job of a killed worker'),
    );
    worker.on('error', (error) => {
      // Ignore connections that end after their worker was closed.
      if (this.closed || !this.reasons.isNew(error)) return;
      this.logger.warn({ err: error, job: job.name }, 'Job worker failed');
    });
    return worker;
  }

  private async stop(worker: JobWorker): Promise<void> {
    const idle = worker.pause();
    if (!(await settlesWithin(this.timing.stopTimeoutMs, [idle]))) {
      worker.cancelAllJobs('The process is closing.');
      if (!(await settlesWithin(this.timing.stopTimeoutMs, [idle]))) {
        this.logger.warn({ job: worker.name }, 'Job did not stop in time, another worker will take it over');
      }
    }
    await worker.close(true);
  }
}
