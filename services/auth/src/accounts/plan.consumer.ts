import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, subscriptionChanged } from '@waybill/contracts';
import { LessThan } from 'typeorm';
import { Account } from './account.entity.js';

/** Projects the plan of each account from billing's events. Older versions that arrive late are ignored. */
@Controller()
export class PlanConsumer {
  constructor(private readonly inbox: Inbox) {}

  @Consumes(subscriptionChanged)
  async subscriptionChanged(event: EventMessage<typeof subscriptionChanged>): Promise<void> {
    const { userId, plan, version } = event.data;
    await this.inbox.once(event, async (manager) => {
      await manager.update(
        Account,
        { id: userId, planVersion: LessThan(version) },
        { plan, planVersion: version },
      );
    });
  }
}
