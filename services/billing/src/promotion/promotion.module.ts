import { Module } from '@nestjs/common';
import { PromotionRequests } from './promotion.requests.js';
import { PromotionDecisionService } from './promotion-decision.service.js';

@Module({ controllers: [PromotionRequests], providers: [PromotionDecisionService] })
export class PromotionModule {}
