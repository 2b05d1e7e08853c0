import { Module } from '@nestjs/common';
import { PromotionRequests } from './promotion.requests.js';

@Module({ controllers: [PromotionRequests] })
export class PromotionModule {}
