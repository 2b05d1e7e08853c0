import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, subscriptionChanged, subscriptionClosed } from '@waybill/contracts';
import { AccountPlan } from './account-plan.entity.js';

@Controller()
export class PlanConsumer {
  constructor(private readonly inbox: Inbox) {}

  /** Keeps the newest plan of each account; one that arrives late changes nothing. */
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

  /** Not with the account itself: only billing's own last word cannot be followed by a plan that was told earlier. */
  @Consumes(subscriptionClosed)
  async onSubscriptionClosed(event: EventMessage<typeof subscriptionClosed>): Promise<void> {
    await this.inbox.once(event, async (manager) => {
      await manager.delete(AccountPlan, { userId: event.data.userId });
    });
  }
}
