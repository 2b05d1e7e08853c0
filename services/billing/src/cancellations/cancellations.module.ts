import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { CancellationRequests } from './cancellation.requests.js';
import { CancellationService } from './cancellation.service.js';
import { RenewalCancellationService } from './renewal-cancellation.service.js';

@Module({
  imports: [PaymentsModule, SubscriptionsModule],
  controllers: [CancellationRequests],
  providers: [CancellationService, RenewalCancellationService],
})
export class CancellationsModule {}
