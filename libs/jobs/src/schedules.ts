import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@waybill/service-kit';
import type { JobsOptions } from 'bullmq';
import type { JobQueue, JobsBackend } from './jobs-backend.js';

/** `SchedulerJobSlotsBusy`: on PostgreSQL, BullMQ refuses a schedule whose present and next iteration exist. */
const SLOTS_BUSY = -11;

/** PostgreSQL rolled back one of two replicas that waited for each other's locks (SQLSTATE). */
const DEADLOCK = '40P01';

/** A job that is due immediately and then once per interval, like one of cron, for all replicas together. */
export interface Schedule {
  readonly queue: JobQueue;
  /** Name of the job. A job has at most one schedule. */
  readonly name: string;
  readonly intervalMs: number;
  readonly data: unknown;
  readonly options: JobsOptions;
}

/**
 * Creates schedules, and creates them again when they have stopped. Redis can lose them with all of its data. On
 * PostgreSQL, BullMQ reads and writes a schedule without a lock, which is a race: a late write can reset the schedule
 * to an iteration that has already run, and then no further iteration becomes due.
 */
export class Schedules {
  private readonly schedules = new Map<string, Schedule>();
  private readonly closing = new AbortController();

  constructor(
    private readonly backend: JobsBackend,
    private readonly checkIntervalMs: number,
    private readonly logger: Logger,
  ) {}

  async create(schedule: Schedule): Promise<void> {
    if (this.schedules.size === 0) void this.restoreUntilClosed();
    this.schedules.set(schedule.name, schedule);
    await upsert(schedule);
  }

  close(): void {
    this.closing.abort();
  }

  private async restoreUntilClosed(): Promise<void> {
    const { signal } = this.closing;
    for (;;) {
      await sleep(this.checkIntervalMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      for (const schedule of this.schedules.values()) await this.restore(schedule);
    }
  }

  private async restore(schedule: Schedule): Promise<void> {
    try {
      if (!(await hasStopped(schedule))) return;
      await upsert(schedule);
      this.logger.info({ job: schedule.name }, 'Created a schedule again that was lost or overdue');
    } catch (error) {
      // Do not log during an outage: it is logged elsewhere, once.
      const isAvailable = await this.backend.check().then(
        () => true,
        () => false,
      );
      if (isAvailable && !this.closing.signal.aborted) {
        this.logger.warn({ err: error, job: schedule.name }, 'Checking a schedule failed');
      }
    }
  }
}

async function upsert(schedule: Schedule): Promise<void> {
  const { queue, name, intervalMs, data, options } = schedule;
  try {
    await queue.upsertJobScheduler(name, { every: intervalMs }, { name, data, opts: options });
  } catch (error) {
    // The other replica has succeeded, so this attempt meets its schedule.
    if (codeOf(error) === DEADLOCK) return upsert(schedule);
    // Ignore the error if another replica has just created the schedule: its present and next iterations exist then.
    const isScheduled =
      codeOf(error) === SLOTS_BUSY && (await queue.getJobScheduler(name))?.every === intervalMs;
    if (!isScheduled) throw error;
  }
}

/** Whether the schedule is missing or overdue by more than an interval, also because its workers are behind. */
async function hasStopped({ queue, name, intervalMs }: Schedule): Promise<boolean> {
  const next = (await queue.getJobScheduler(name))?.next;
  return next === undefined || next + intervalMs < Date.now();
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
