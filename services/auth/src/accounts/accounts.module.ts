import { Module } from '@nestjs/common';
import { PromotionModule } from '../promotion/promotion.module.js';
import { PlanConsumer } from './plan.consumer.js';
import { PlanRequests } from './plan.requests.js';
import { PlanService } from './plan.service.js';
import { ProfileRequests } from './profile.requests.js';
import { ProfileService } from './profile.service.js';

/** The account itself: its name and its plan. Exports nothing; features share the entity and the presenter. */
@Module({
  imports: [PromotionModule],
  controllers: [ProfileRequests, PlanConsumer, PlanRequests],
  providers: [ProfileService, PlanService],
})
export class AccountsModule {}
