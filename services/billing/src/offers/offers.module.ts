import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { OfferRequests } from './offer.requests.js';

@Module({ imports: [PaymentsModule], controllers: [OfferRequests] })
export class OffersModule {}
