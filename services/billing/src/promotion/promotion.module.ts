import { Module } from '@nestjs/common';
import { PromotionRequests } from './promotion.requests.js';
import { PromotionOverrideService } from './promotion-override.service.js';

@Module({ controllers: [PromotionRequests], providers: [PromotionOverrideService] })
export class PromotionModule {}
