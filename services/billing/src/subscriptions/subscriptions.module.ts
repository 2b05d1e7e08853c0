import { Module } from '@nestjs/common';
import { SubscriptionCreationConsumer } from './subscription-creation.consumer.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { SubscriptionRequests } from './subscription.requests.js';

@Module({
  controllers: [SubscriptionRequests, SubscriptionCreationConsumer],
  providers: [SubscriptionRepository],
  exports: [SubscriptionRepository],
})
export class SubscriptionsModule {}
