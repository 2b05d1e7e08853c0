import { Module } from '@nestjs/common';
import { AccountPlanRepository } from './account-plan.repository.js';
import { FilesPlanConsumer } from './files-plan.consumer.js';
import { FilesPlanRequests } from './files-plan.requests.js';
import { FilesPlanPromotionConsumer } from './files-plan-promotion.consumer.js';
import { PlansService } from './plans.service.js';

@Module({
  controllers: [FilesPlanConsumer, FilesPlanRequests, FilesPlanPromotionConsumer],
  providers: [PlansService, AccountPlanRepository],
  exports: [PlansService],
})
export class PlanModule {}
