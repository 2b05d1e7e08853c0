import { Module } from '@nestjs/common';
import { PersonPlanPromotionModule } from '../promotion/person-plan-promotion.module.js';
import { PersonPlanConsumer } from './person-plan.consumer.js';
import { PersonPlanRequests } from './person-plan.requests.js';
import { PersonPlanService } from './person-plan.service.js';
import { ProfileRequests } from './profile.requests.js';
import { ProfileService } from './profile.service.js';

/** The account itself: its name and its plan. Exports nothing; features share the entity and the presenter. */
@Module({
  imports: [PersonPlanPromotionModule],
  controllers: [ProfileRequests, PersonPlanConsumer, PersonPlanRequests],
  providers: [ProfileService, PersonPlanService],
})
export class AccountsModule {}
