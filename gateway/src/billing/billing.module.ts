import { Module } from '@nestjs/common';
import { BillingController } from './billing.controller.js';
import { PromotionCacheService } from './promotion-cache.service.js';

/** Plans, subscriptions and the payment provider's webhook. */
@Module({
  controllers: [BillingController],
  providers: [PromotionCacheService],
  exports: [PromotionCacheService],
})
export class BillingModule {}
