import { Module } from '@nestjs/common';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { CustomerDeletionService } from './customer-deletion.service.js';
import { EndedSubscriptionSweep } from './ended-subscription.sweep.js';
import { EntitlementService } from './entitlement.service.js';
import { PaymentEventService } from './payment-event.service.js';
import { PaymentRetentionSweep } from './payment-retention.sweep.js';
import { PaymentRequests } from './payment.requests.js';
import { PendingCancellationSweep } from './pending-cancellation.sweep.js';

@Module({
  imports: [SubscriptionsModule],
  controllers: [PaymentRequests],
  providers: [
    CustomerDeletionService,
    EntitlementService,
    PaymentEventService,
    EndedSubscriptionSweep,
    PendingCancellationSweep,
    PaymentRetentionSweep,
  ],
  exports: [CustomerDeletionService, EntitlementService, PendingCancellationSweep],
})
export class PaymentsModule {}
