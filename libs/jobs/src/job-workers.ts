import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@waybill/service-kit';
import type { BullJobs } from './bull-jobs.js';
import { readJobs } from './job-readings.js';
import type { JobWorker, JobsBackend } from './jobs-backend.js';
import { observeJob } from './observe-job.js';
import type { Performer, Performers } from './performers.js';

/** An idle worker is woken by its queue; it looks by itself only this rarely. */
const IDLE_SECONDS = 60;

export interface WorkerTiming {
  /** A worker that has not renewed its hold on a job for so long counts as dead. */
  readonly holdMs: number;
  /** How often jobs of dead workers are looked for; two looks find one. */
  readonly rescueEveryMs: number;
  /** How long a closing process waits for its jobs before it aborts them, and then once more at most. */
  readonly graceMs: number;
}

export const patientTiming: WorkerTiming = { holdMs: 30_000, rescueEveryMs: 15_000, graceMs: 10_000 };

/** Performs jobs for as long as the process runs. */
export class JobWorkers implements OnApplicationBootstrap, OnModuleDestroy {
  private workers: JobWorker[] = [];
  private endReading: () => void = () => undefined;
  private closed = false;

  constructor(
    private readonly backend: JobsBackend,
    private readonly jobs: BullJobs,
    private readonly performers: Performers,
    private readonly timing: WorkerTiming,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const performers = this.performers.find();
    this.workers = performers.map((performer) => this.start(performer));
    this.endReading = readJobs(
      this.jobs,
      performers.map(({ job }) => job),
    );
  }

  /** Before outbox and database close: what is running may still need them. */
  async onModuleDestroy(): Promise<void> {
    this.endReading();
    await Promise.all(this.workers.map((worker) => this.stop(worker)));
    this.closed = true;
  }

  private start({ job, perform }: Performer): JobWorker {
    const worker = this.backend.worker(
      job.name,
      // BullMQ counts the declared parameters to decide on the signal: a default value would lose it.
      async (taken, _token, signal) => {
        const data = job.data.parse(taken.data);
        await observeJob(taken, job, () => perform(data, signal ?? new AbortController().signal));
      },
      {
        concurrency: job.concurrency,
        drainDelay: IDLE_SECONDS,
        lockDuration: this.timing.holdMs,
        stalledInterval: this.timing.rescueEveryMs,
        maxStalledCount: job.attempts,
      },
    );
    worker.on('failed', (failed, error) => {
      const about = { err: error, job: job.name, id: failed?.id, attempt: failed?.attemptsMade };
      if (failed && failed.attemptsMade < job.attempts)
        this.logger.warn(about, 'job failed, will be tried again');
      else this.logger.error(about, 'job failed for good');
    });
    worker.on('stalled', (id) => this.logger.warn({ job: job.name, id }, 'job of a dead worker taken over'));
    worker.on('error', (error) => {
      // Connections that end after the worker did are no trouble.
      if (!this.closed) this.logger.warn({ err: error, job: job.name }, 'worker in trouble');
    });
    return worker;
  }

  private async stop(worker: JobWorker): Promise<void> {
    const idle = worker.pause();
    if (!(await endsWithin(this.timing.graceMs, idle))) {
      worker.cancelAllJobs('The process is closing.');
      if (!(await endsWithin(this.timing.graceMs, idle))) {
        this.logger.warn({ job: worker.name }, 'job left behind, will be taken over');
      }
    }
    await worker.close(true);
  }
}

async function endsWithin(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
