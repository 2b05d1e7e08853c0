import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { getPromotion, type Promotion, promotionAt } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { BILLING_MODULE_OPTIONS, type BillingModuleOptions } from '../billing.module-options.js';

@Controller()
export class PromotionRequests {
  constructor(
    private readonly clock: Clock,
    @Inject(BILLING_MODULE_OPTIONS) private readonly options: BillingModuleOptions,
  ) {}

  @Handles(getPromotion)
  status(): Promotion {
    return promotionAt(this.options.promotion, this.clock.now());
  }
}
