import { Inject, Injectable } from '@nestjs/common';
import { type RetryPolicy, retryDelay } from '@waybill/bus';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { Sweep } from '../sweeps/sweep.js';
import { PaymentEnding } from './payment.entities.js';
import { PaymentProvider } from './payment-provider.js';

/** There is no last attempt: nobody is to pay for an account that is gone. */
const RETRY: RetryPolicy = { attempts: Infinity, firstDelayMs: 30_000, longestDelayMs: 3_600_000 };

/** Subscriptions that are to end at once, until the provider has taken note of it. */
@Injectable()
export class PaymentEndings extends Sweep {
  constructor(
    private readonly database: DataSource,
    private readonly provider: PaymentProvider,
    private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('payments not ended', logger);
  }

  /** In the transaction of what makes it end. Once asked for is enough. */
  async add(manager: EntityManager, subscriptionId: string): Promise<void> {
    await manager
      .createQueryBuilder()
      .insert()
      .into(PaymentEnding)
      .values({ subscriptionId, attempts: 0, dueAt: this.clock.now() })
      .orIgnore()
      .execute();
  }

  /** Ends what is due, one at a time; any number of replicas may do so at once. */
  async sweep(): Promise<void> {
    while (await this.endOne());
  }

  private async endOne(): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const due = await manager
        .createQueryBuilder(PaymentEnding, 'ending')
        .where('due_at <= :now', { now })
        .limit(1)
        .setLock('for_no_key_update')
        .setOnLocked('skip_locked')
        .getOne();
      if (!due) return false;
      const { subscriptionId, attempts } = due;
      try {
        await this.provider.cancelNow(subscriptionId);
        await manager.delete(PaymentEnding, { subscriptionId });
      } catch (error) {
        const delay = retryDelay(RETRY, attempts + 1);
        this.logger.warn({ err: error, subscriptionId, delay }, 'payment not ended, will be tried again');
        const dueAt = new Date(now.getTime() + delay);
        await manager.update(PaymentEnding, { subscriptionId }, { attempts: attempts + 1, dueAt });
      }
      return true;
    });
  }
}
