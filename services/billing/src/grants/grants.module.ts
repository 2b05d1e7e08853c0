import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { PlanGrantService } from './plan-grant.service.js';

@Module({
  imports: [PaymentsModule, SubscriptionsModule],
  providers: [PlanGrantService],
  exports: [PlanGrantService],
})
export class GrantsModule {}
