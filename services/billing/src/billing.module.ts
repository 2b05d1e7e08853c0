import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { healthRequestsOf } from '@waybill/bus';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { BillingDataDeletionModule } from './account-deletion/billing-data-deletion.module.js';
import { BILLING_MODULE_OPTIONS, type BillingModuleOptions } from './billing.module-options.js';
import { CancellationsModule } from './cancellations/cancellations.module.js';
import { GrantsModule } from './grants/grants.module.js';
import { OffersModule } from './offers/offers.module.js';
import { NoPaymentProvider } from './payments/no-payment-provider.js';
import { PaymentProvider } from './payments/payment-provider.js';
import { PaymentsModule } from './payments/payments.module.js';
import { PromotionModule } from './promotion/promotion.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

/** Plans, promotion, subscriptions and payment. Requires the global modules of database, bus and service-kit. */
@Module({})
export class BillingModule {
  static forRoot(options: BillingModuleOptions): DynamicModule {
    return {
      module: BillingModule,
      // The feature modules read the options and use the payment provider chosen by them.
      global: true,
      imports: [
        SubscriptionsModule,
        PaymentsModule,
        CancellationsModule,
        BillingDataDeletionModule,
        GrantsModule,
        OffersModule,
        PromotionModule,
      ],
      controllers: [healthRequestsOf('billing')],
      providers: [{ provide: BILLING_MODULE_OPTIONS, useValue: options }, createPaymentProvider(options)],
      exports: [BILLING_MODULE_OPTIONS, PaymentProvider],
    };
  }
}

function createPaymentProvider({ stripe }: BillingModuleOptions): Provider {
  if (!stripe) return { provide: PaymentProvider, useClass: NoPaymentProvider };
  return {
    provide: PaymentProvider,
    inject: [Clock, LOGGER],
    // Loads Stripe's library only if payment is configured, because it takes 20 MiB of memory.
    useFactory: async (clock: Clock, logger: Logger) => {
      const { StripeProvider } = await import('./stripe/stripe-provider.js');
      return new StripeProvider(stripe, clock, logger);
    },
  };
}
