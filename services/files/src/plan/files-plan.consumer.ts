import { Controller } from '@nestjs/common';
import { accountKey, Consumes, Inbox, markDeleted } from '@waybill/bus';
import { type EventMessage, subscriptionChanged, subscriptionClosed } from '@waybill/contracts';
import { AccountPlan } from './account-plan.entity.js';
import { AccountPlanRepository } from './account-plan.repository.js';

@Controller()
export class FilesPlanConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly plans: AccountPlanRepository,
  ) {}

  /** Stores the newest plan of each account. Older versions are ignored. */
  @Consumes(subscriptionChanged)
  async subscriptionChanged(event: EventMessage<typeof subscriptionChanged>): Promise<void> {
    await this.inbox.once(event, (manager) => this.plans.apply(manager, event.data));
  }

  /** Deletes the plan. Marks the account as deleted, so that late events about its plan are ignored. */
  @Consumes(subscriptionClosed)
  async subscriptionClosed(event: EventMessage<typeof subscriptionClosed>): Promise<void> {
    await this.inbox.once(event, async (manager) => {
      await markDeleted(manager, accountKey(event.data.userId));
      await manager.delete(AccountPlan, { userId: event.data.userId });
    });
  }
}
