import { Inject, Injectable } from '@nestjs/common';
import { Clock, LOGGER, type Logger, PeriodicSweep } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { Subscription } from '../subscriptions/subscription.entity.js';
import { EntitlementService } from './entitlement.service.js';

/** Ends plans whose period is over, even if the provider's event about it never arrives. */
@Injectable()
export class EndedSubscriptionSweep extends PeriodicSweep {
  constructor(
    private readonly database: DataSource,
    private readonly entitlements: EntitlementService,
    private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('Ending subscriptions failed', logger);
  }

  /** Ends due plans one by one. Safe to run on several replicas at once. */
  async sweep(): Promise<void> {
    while (await this.endOne());
  }

  private async endOne(): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const due = await manager
        .createQueryBuilder(Subscription, 'subscription')
        .where('ends_at <= :now', { now: this.clock.now() })
        .limit(1)
        .setLock('for_no_key_update')
        .setOnLocked('skip_locked')
        .getOne();
      if (due) await this.entitlements.updateLocked(manager, due);
      return due !== null;
    });
  }
}
