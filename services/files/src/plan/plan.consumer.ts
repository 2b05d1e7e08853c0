import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, subscriptionChanged, subscriptionClosed } from '@waybill/contracts';
import { AccountPlan } from './account-plan.entity.js';

@Controller()
export class PlanConsumer {
  constructor(private readonly inbox: Inbox) {}

  /** Stores the newest plan of each account. Older versions are ignored. */
  @Consumes(subscriptionChanged)
  async onSubscriptionChanged(event: EventMessage<typeof subscriptionChanged>): Promise<void> {
    const { userId, plan, version } = event.data;
    await this.inbox.once(event, async (manager) => {
      await manager.query(
        `INSERT INTO account_plans (user_id, plan, version) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET plan = excluded.plan, version = excluded.version
         WHERE account_plans.version < excluded.version`,
        [userId, plan, version],
      );
    });
  }

  /** Deletes on `subscription.closed`, not on `user.deleted`: a late `subscription.changed` would create the row again. */
  @Consumes(subscriptionClosed)
  async onSubscriptionClosed(event: EventMessage<typeof subscriptionClosed>): Promise<void> {
    await this.inbox.once(event, async (manager) => {
      await manager.delete(AccountPlan, { userId: event.data.userId });
    });
  }
}
