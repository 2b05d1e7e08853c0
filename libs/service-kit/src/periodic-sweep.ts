import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { RepeatedReasons } from './repeated-reasons.js';
import type { Logger } from './logger.js';

const INTERVAL_MS = 60_000;

/**
 * Runs `sweep` at start-up and every minute or another interval, never twice at the same time in one process. Each
 * replica runs it, so a sweep must be safe to run on several at once: it locks the rows that it works on, or is
 * idempotent.
 */
export abstract class PeriodicSweep implements OnApplicationBootstrap, OnModuleDestroy {
  /** True once the process shuts down. A sweep with a backlog stops then, so that nothing waits for it. */
  protected isStopping = false;
  private readonly reasons = new RepeatedReasons();
  private isWaiting = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  /** @param failureMessage log message of a failed run */
  constructor(
    private readonly failureMessage: string,
    protected readonly logger: Logger,
    private readonly intervalMs = INTERVAL_MS,
  ) {}

  abstract sweep(): Promise<void>;

  /**
   * Starts a run immediately, or after the one in progress. Does nothing while a run waits to start, so that a slow
   * sweep does not gather a queue of runs.
   */
  wake(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.running = this.running
      .then(() => this.run())
      .catch((error: unknown) => {
        if (this.reasons.isNew(error)) this.logger.error({ err: error }, this.failureMessage);
      });
  }

  onApplicationBootstrap(): void {
    this.wake();
    this.timer = setInterval(() => this.wake(), this.intervalMs).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    this.isWaiting = false;
    if (!this.isStopping) await this.sweep();
  }
}
