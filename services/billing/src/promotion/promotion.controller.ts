import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { getPromotion, type Promotion, promotionAt } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { BILLING_CONFIG, type BillingConfig } from '../billing.config.js';

@Controller()
export class PromotionController {
  constructor(
    private readonly clock: Clock,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  @Handles(getPromotion)
  status(): Promotion {
    return promotionAt(this.config.promotion, this.clock.now());
  }
}
