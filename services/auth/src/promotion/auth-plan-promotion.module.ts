import { Module } from '@nestjs/common';
import { AuthPlanPromotionConsumer } from './auth-plan-promotion.consumer.js';
import { AuthPlanPromotionService } from './auth-plan-promotion.service.js';

@Module({
  controllers: [AuthPlanPromotionConsumer],
  providers: [AuthPlanPromotionService],
  exports: [AuthPlanPromotionService],
})
export class AuthPlanPromotionModule {}
