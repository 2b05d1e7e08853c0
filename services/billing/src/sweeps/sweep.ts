import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@waybill/service-kit';

const SWEEP_EVERY_MS = 60_000;

/** Looks for due work at the start and every minute, one round at a time. */
export abstract class Sweep implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  /** @param failure what the log says when a round fails */
  constructor(
    private readonly failure: string,
    protected readonly logger: Logger,
  ) {}

  /** Does what is due. */
  abstract sweep(): Promise<void>;

  /** Has a round begin now, without waiting for it. */
  nudge(): void {
    this.running = this.running
      .then(() => this.sweep())
      .catch((error: unknown) => this.logger.error({ err: error }, this.failure));
  }

  onApplicationBootstrap(): void {
    this.nudge();
    this.timer = setInterval(() => this.nudge(), SWEEP_EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
