import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { BILLING_CONFIG, type BillingConfig } from './billing.config.js';
import { HealthController } from './health/health.controller.js';
import { OffersController } from './offers/offers.controller.js';
import { NoPaymentProvider } from './payments/no-payment-provider.js';
import { PayerRemoval } from './payments/payer-removal.js';
import { PaymentCancellations } from './payments/payment-cancellations.js';
import { PaymentEndings } from './payments/payment-endings.js';
import { PaymentLedger } from './payments/payment-ledger.js';
import { PaymentMemory } from './payments/payment-memory.sweep.js';
import { PaymentProvider } from './payments/payment-provider.js';
import { PaymentsController } from './payments/payments.controller.js';
import { Settlement } from './payments/settlement.js';
import { PlanGrants } from './plans/plan-grants.js';
import { PromotionController } from './promotion/promotion.controller.js';
import { StripeProvider } from './stripe/stripe-provider.js';
import { CancellationService } from './subscriptions/cancellation.service.js';
import { EndedSubscriptionsSweep } from './subscriptions/ended-subscriptions.sweep.js';
import { SubscriptionBook } from './subscriptions/subscription-book.js';
import { SubscriptionsController } from './subscriptions/subscriptions.controller.js';

/** Plans, promotion, subscriptions, payment. Needs database, bus and service-kit beside it. */
@Module({})
export class BillingModule {
  static forRoot(config: BillingConfig): DynamicModule {
    return {
      module: BillingModule,
      controllers: [
        SubscriptionsController,
        PaymentsController,
        OffersController,
        PromotionController,
        HealthController,
      ],
      providers: [
        { provide: BILLING_CONFIG, useValue: config },
        providerOf(config),
        SubscriptionBook,
        Settlement,
        CancellationService,
        EndedSubscriptionsSweep,
        PaymentLedger,
        PaymentCancellations,
        PaymentEndings,
        PaymentMemory,
        PayerRemoval,
        PlanGrants,
      ],
    };
  }
}

function providerOf({ stripe }: BillingConfig): Provider {
  if (!stripe) return { provide: PaymentProvider, useClass: NoPaymentProvider };
  return {
    provide: PaymentProvider,
    inject: [Clock, LOGGER],
    useFactory: (clock: Clock, logger: Logger) => new StripeProvider(stripe, clock, logger),
  };
}
