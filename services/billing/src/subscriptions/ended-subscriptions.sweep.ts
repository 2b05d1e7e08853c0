import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { SubscriptionBook } from './subscription-book.js';
import { Subscription } from './subscription.entity.js';
import { freePlan } from './subscription.rules.js';

const SWEEP_EVERY_MS = 60_000;

/** Brings accounts back to the free plan once the period they cancelled, or were granted, is over. */
@Injectable()
export class EndedSubscriptionsSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: DataSource,
    private readonly book: SubscriptionBook,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Ends what is due, one at a time; any number of replicas may do so at once. */
  async sweep(): Promise<void> {
    while (await this.endOne());
  }

  onApplicationBootstrap(): void {
    this.start();
    this.timer = setInterval(() => this.start(), SWEEP_EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private start(): void {
    this.running = this.running
      .then(() => this.sweep())
      .catch((error: unknown) => this.logger.error({ err: error }, 'ended subscriptions not swept'));
  }

  private async endOne(): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const due = await manager
        .createQueryBuilder(Subscription, 'subscription')
        .where('status = :status AND current_period_end <= :now', {
          status: 'ending',
          now: this.clock.now(),
        })
        .limit(1)
        .setLock('for_no_key_update')
        .setOnLocked('skip_locked')
        .getOne();
      if (due) await this.book.change(manager, due, freePlan);
      return due !== null;
    });
  }
}
