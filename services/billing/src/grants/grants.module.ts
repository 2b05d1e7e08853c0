import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { GrantRequests } from './grant.requests.js';
import { PlanGrantService } from './plan-grant.service.js';

@Module({
  imports: [PaymentsModule, SubscriptionsModule],
  controllers: [GrantRequests],
  providers: [PlanGrantService],
})
export class GrantsModule {}
