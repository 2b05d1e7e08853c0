import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, subscriptionChanged } from '@waybill/contracts';
import { AuthPlanService } from './auth-plan.service.js';

/** Consumes billing's events about the plans of accounts. */
@Controller()
export class AuthPlanConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly plans: AuthPlanService,
  ) {}

  @Consumes(subscriptionChanged)
  async subscriptionChanged(event: EventMessage<typeof subscriptionChanged>): Promise<void> {
    await this.inbox.once(event, (manager) => this.plans.apply(manager, event.data));
  }
}
