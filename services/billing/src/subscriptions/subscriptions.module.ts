import { Module } from '@nestjs/common';
import { AccountConsumer } from './account.consumer.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { SubscriptionRequests } from './subscription.requests.js';

@Module({
  controllers: [SubscriptionRequests, AccountConsumer],
  providers: [SubscriptionRepository],
  exports: [SubscriptionRepository],
})
export class SubscriptionsModule {}
