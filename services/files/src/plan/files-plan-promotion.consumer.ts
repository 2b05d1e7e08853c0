import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, promotionChanged } from '@waybill/contracts';
import { projectPromotionOverride } from '@waybill/database';

/** Keeps the projection of the administrators' override of the promotion. */
@Controller()
export class FilesPlanPromotionConsumer {
  constructor(private readonly inbox: Inbox) {}

  @Consumes(promotionChanged)
  async promotionChanged(event: EventMessage<typeof promotionChanged>): Promise<void> {
    await this.inbox.once(event, (manager) => projectPromotionOverride(manager, event.data));
  }
}
