import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { AccountDeletionConsumer } from './account-deletion.consumer.js';
import { AccountDeletionService } from './account-deletion.service.js';

@Module({
  imports: [PaymentsModule, SubscriptionsModule],
  controllers: [AccountDeletionConsumer],
  providers: [AccountDeletionService],
})
export class AccountDeletionModule {}
