import { Module } from '@nestjs/common';
import { AccountPlanRepository } from './account-plan.repository.js';
import { AccountPlanConsumer } from './account-plan.consumer.js';
import { AccountPlanRequests } from './account-plan.requests.js';
import { AccountPlanPromotionConsumer } from './account-plan-promotion.consumer.js';
import { PlansService } from './plans.service.js';

@Module({
  controllers: [AccountPlanConsumer, AccountPlanRequests, AccountPlanPromotionConsumer],
  providers: [PlansService, AccountPlanRepository],
  exports: [PlansService],
})
export class PlanModule {}
