import { Module } from '@nestjs/common';
import { AccountPlanRepository } from './account-plan.repository.js';
import { PlanConsumer } from './plan.consumer.js';
import { PlanRequests } from './plan.requests.js';
import { PromotionConsumer } from './promotion.consumer.js';
import { PlansService } from './plans.service.js';

@Module({
  controllers: [PlanConsumer, PlanRequests, PromotionConsumer],
  providers: [PlansService, AccountPlanRepository],
  exports: [PlansService],
})
export class PlanModule {}
