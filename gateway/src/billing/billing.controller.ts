import { Controller } from '@nestjs/common';
import { Bus } from '@waybill/bus';
import { getPromotion, type Promotion } from '@waybill/contracts';
import { billingRoutes } from '@waybill/contracts/http';
import { Serves } from '../http/serves.decorator.js';

@Controller()
export class BillingController {
  constructor(private readonly bus: Bus) {}

  @Serves(billingRoutes.promotionStatus)
  async promotion(): Promise<Promotion> {
    return this.bus.request(getPromotion, {});
  }
}
