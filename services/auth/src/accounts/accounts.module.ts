import { Module } from '@nestjs/common';
import { AuthPlanPromotionModule } from '../promotion/auth-plan-promotion.module.js';
import { AuthPlanConsumer } from './auth-plan.consumer.js';
import { AuthPlanRequests } from './auth-plan.requests.js';
import { AuthPlanService } from './auth-plan.service.js';
import { ProfileRequests } from './profile.requests.js';
import { ProfileService } from './profile.service.js';

/** The account itself: its name and its plan. Exports nothing; features share the entity and the presenter. */
@Module({
  imports: [AuthPlanPromotionModule],
  controllers: [ProfileRequests, AuthPlanConsumer, AuthPlanRequests],
  providers: [ProfileService, AuthPlanService],
})
export class AccountsModule {}
