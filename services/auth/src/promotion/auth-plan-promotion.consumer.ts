import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, promotionChanged } from '@waybill/contracts';

/** Projects the override of the promotion by administrators. Older versions that arrive late are ignored. */
@Controller()
export class AuthPlanPromotionConsumer {
  constructor(private readonly inbox: Inbox) {}

  @Consumes(promotionChanged)
  async onPromotionChanged(event: EventMessage<typeof promotionChanged>): Promise<void> {
    const { endsAt, replaces, version } = event.data;
    await this.inbox.once(event, async (manager) => {
      await manager.query(
        `INSERT INTO promotion_override (ends_at, replaces, version) VALUES ($1, $2, $3)
         ON CONFLICT (is_only) DO UPDATE
         SET ends_at = excluded.ends_at, replaces = excluded.replaces, version = excluded.version
         WHERE promotion_override.version < excluded.version`,
        [endsAt, replaces, version],
      );
    });
  }
}
