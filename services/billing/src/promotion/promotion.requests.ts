import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  type AdminPromotion,
  endPromotion,
  getAdminPromotion,
  getPromotion,
  type InputOf,
  type Promotion,
  startPromotion,
} from '@waybill/contracts';
import { PromotionOverrideService } from './promotion-override.service.js';

@Controller()
export class PromotionRequests {
  constructor(private readonly promotions: PromotionOverrideService) {}

  @Handles(getPromotion)
  async status(): Promise<Promotion> {
    const { isActive, endDate, message } = await this.promotions.current();
    return { isActive, endDate, message };
  }

  @Handles(getAdminPromotion)
  get(): Promise<AdminPromotion> {
    return this.promotions.current();
  }

  @Handles(startPromotion)
  start({ endDate, message }: InputOf<typeof startPromotion>): Promise<AdminPromotion> {
    return this.promotions.start(new Date(endDate), message || null);
  }

  @Handles(endPromotion)
  end(): Promise<AdminPromotion> {
    return this.promotions.end();
  }
}
