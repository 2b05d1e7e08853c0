import { Inject, Injectable } from '@nestjs/common';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { Settlement } from '../payments/settlement.js';
import { Sweep } from '../sweeps/sweep.js';
import { Subscription } from './subscription.entity.js';

/** Takes plans away once their time is over, whether or not anyone tells so. */
@Injectable()
export class EndedSubscriptionsSweep extends Sweep {
  constructor(
    private readonly database: DataSource,
    private readonly settlement: Settlement,
    private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('ended subscriptions not swept', logger);
  }

  /** Ends what is due, one at a time; any number of replicas may do so at once. */
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
      if (due) await this.settlement.settleWith(manager, due, due);
      return due !== null;
    });
  }
}
