import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from './logger.js';

const INTERVAL_MS = 60_000;

/**
 * Runs `sweep` at start-up and every minute or another interval, never twice at the same time in one process. Each
 * replica runs it, so a sweep must be safe to run on several at once: it locks the rows that it works on, or is
 * idempotent.
 */
export abstract class PeriodicSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  /** @param failureMessage log message of a failed run */
  constructor(
    private readonly failureMessage: string,
    protected readonly logger: Logger,
    private readonly intervalMs = INTERVAL_MS,
  ) {}

  abstract sweep(): Promise<void>;

  /** Starts a run immediately, without waiting for it. */
  wake(): void {
    this.running = this.running
      .then(() => this.sweep())
      .catch((error: unknown) => this.logger.error({ err: error }, this.failureMessage));
  }

  onApplicationBootstrap(): void {
    this.wake();
    this.timer = setInterval(() => this.wake(), this.intervalMs).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
