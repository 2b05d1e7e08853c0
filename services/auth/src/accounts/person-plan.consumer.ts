import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, subscriptionChanged } from '@waybill/contracts';
import { PersonPlanService } from './person-plan.service.js';

/** Projects the plan of each account from billing's events. */
@Controller()
export class PersonPlanConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly plans: PersonPlanService,
  ) {}

  @Consumes(subscriptionChanged)
  async subscriptionChanged(event: EventMessage<typeof subscriptionChanged>): Promise<void> {
    await this.inbox.once(event, (manager) => this.plans.apply(manager, event.data));
  }
}
