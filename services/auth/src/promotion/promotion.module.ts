import { Module } from '@nestjs/common';
import { PromotionConsumer } from './promotion.consumer.js';
import { PromotionService } from './promotion.service.js';

@Module({
  controllers: [PromotionConsumer],
  providers: [PromotionService],
  exports: [PromotionService],
})
export class PromotionModule {}
