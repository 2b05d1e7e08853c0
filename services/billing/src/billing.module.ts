import { type DynamicModule, Module } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from './billing.config.js';
import { HealthController } from './health/health.controller.js';
import { PlanGrants } from './plans/plan-grants.js';
import { PromotionController } from './promotion/promotion.controller.js';
import { CancellationService } from './subscriptions/cancellation.service.js';
import { EndedSubscriptionsSweep } from './subscriptions/ended-subscriptions.sweep.js';
import { SubscriptionBook } from './subscriptions/subscription-book.js';
import { SubscriptionsController } from './subscriptions/subscriptions.controller.js';

/** Plans, promotion, subscriptions. Needs database, bus and service-kit beside it. */
@Module({})
export class BillingModule {
  static forRoot(config: BillingConfig): DynamicModule {
    return {
      module: BillingModule,
      controllers: [SubscriptionsController, PromotionController, HealthController],
      providers: [
        { provide: BILLING_CONFIG, useValue: config },
        SubscriptionBook,
        CancellationService,
        EndedSubscriptionsSweep,
        PlanGrants,
      ],
    };
  }
}
