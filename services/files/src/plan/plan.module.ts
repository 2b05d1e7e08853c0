import { Module } from '@nestjs/common';
import { PlanConsumer } from './plan.consumer.js';
import { PromotionConsumer } from './promotion.consumer.js';
import { PlansService } from './plans.service.js';

@Module({
  controllers: [PlanConsumer, PromotionConsumer],
  providers: [PlansService],
  exports: [PlansService],
})
export class PlanModule {}
