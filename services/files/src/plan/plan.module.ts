import { Module } from '@nestjs/common';
import { AccountPlanRepository } from './account-plan.repository.js';
import { PlanLimitsConsumer } from './plan-limits.consumer.js';
import { PlanLimitsRequests } from './plan-limits.requests.js';
import { PlanLimitsPromotionConsumer } from './plan-limits-promotion.consumer.js';
import { PlansService } from './plans.service.js';

@Module({
  controllers: [PlanLimitsConsumer, PlanLimitsRequests, PlanLimitsPromotionConsumer],
  providers: [PlansService, AccountPlanRepository],
  exports: [PlansService],
})
export class PlanModule {}
