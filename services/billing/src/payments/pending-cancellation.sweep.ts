import { Inject, Injectable } from '@nestjs/common';
import { type RetryPolicy, retryDelay } from '@waybill/bus';
import { HOUR_MS } from '@waybill/contracts';
import { Clock, LOGGER, type Logger, PeriodicSweep } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { PaymentProvider } from './payment-provider.js';
import { PendingCancellation } from './payment.entities.js';

/** Retries without limit, so that no deleted account is charged again. */
const RETRY: RetryPolicy = { attempts: Infinity, firstDelayMs: 30_000, longestDelayMs: HOUR_MS };

/** Cancels subscriptions at the payment provider immediately, retrying until it succeeds. */
@Injectable()
export class PendingCancellationSweep extends PeriodicSweep {
  constructor(
    private readonly database: DataSource,
    private readonly provider: PaymentProvider,
    private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('Cancelling subscriptions at the payment provider failed', logger);
  }

  /** Queues a cancellation in the caller's transaction. Idempotent. */
  async add(manager: EntityManager, subscriptionId: string): Promise<void> {
    await manager
      .createQueryBuilder()
      .insert()
      .into(PendingCancellation)
      .values({ subscriptionId, attempts: 0, dueAt: this.clock.now() })
      .orIgnore()
      .execute();
  }

  /** Performs due cancellations one by one. Safe to run on several replicas at once. */
  async sweep(): Promise<void> {
    while (!this.isStopping && (await this.cancelOne()));
  }

  private async cancelOne(): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const due = await manager
        .createQueryBuilder(PendingCancellation, 'cancellation')
        .where('due_at <= :now', { now })
        .limit(1)
        .setLock('for_no_key_update')
        .setOnLocked('skip_locked')
        .getOne();
      if (!due) return false;
      const { subscriptionId, attempts } = due;
      try {
        await this.provider.cancelNow(subscriptionId);
        await manager.delete(PendingCancellation, { subscriptionId });
      } catch (error) {
        const delay = retryDelay(RETRY, attempts + 1);
        this.logger.warn(
          { err: error, subscriptionId, delay },
          'Cancelling a subscription at the payment provider failed and will be retried',
        );
        const dueAt = new Date(now.getTime() + delay);
        await manager.update(PendingCancellation, { subscriptionId }, { attempts: attempts + 1, dueAt });
      }
      return true;
    });
  }
}
