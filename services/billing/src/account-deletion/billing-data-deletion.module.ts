import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { BillingDataDeletionConsumer } from './billing-data-deletion.consumer.js';
import { BillingDataDeletionService } from './billing-data-deletion.service.js';

@Module({
  imports: [PaymentsModule, SubscriptionsModule],
  controllers: [BillingDataDeletionConsumer],
  providers: [BillingDataDeletionService],
})
export class BillingDataDeletionModule {}
