import { Module } from '@nestjs/common';
import { PersonPlanPromotionConsumer } from './person-plan-promotion.consumer.js';
import { PersonPlanPromotionService } from './person-plan-promotion.service.js';

@Module({
  controllers: [PersonPlanPromotionConsumer],
  providers: [PersonPlanPromotionService],
  exports: [PersonPlanPromotionService],
})
export class PersonPlanPromotionModule {}
