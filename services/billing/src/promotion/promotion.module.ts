import { Module } from '@nestjs/common';
import { PromotionRequests } from './promotion.requests.js';
import { PromotionService } from './promotion.service.js';

@Module({ controllers: [PromotionRequests], providers: [PromotionService] })
export class PromotionModule {}
