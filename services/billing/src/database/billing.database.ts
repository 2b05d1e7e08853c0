import { busEntities, busMigrations } from '@waybill/bus';
import type { ServiceDatabase } from '@waybill/database';
import {
  PaidSubscription,
  PaymentCustomer,
  PendingCancellation,
  PaymentRefund,
} from '../payments/payment.entities.js';
import { Subscription } from '../subscriptions/subscription.entity.js';
import { CreateSubscriptions1795219200000 } from './migrations/1795219200000-create-subscriptions.js';
import { CreatePayments1795219200001 } from './migrations/1795219200001-create-payments.js';
import { OverridePromotion1795349600000 } from './migrations/1795349600000-override-promotion.js';
import { KeepGrants1795664400000 } from './migrations/1795664400000-keep-grants.js';

/** The schema of billing. No other service accesses it. */
export const billingDatabase: ServiceDatabase = {
  schema: 'billing',
  entities: [
    ...busEntities,
    Subscription,
    PaymentCustomer,
    PaidSubscription,
    PaymentRefund,
    PendingCancellation,
  ],
  migrations: [
    ...busMigrations,
    CreateSubscriptions1795219200000,
    CreatePayments1795219200001,
    OverridePromotion1795349600000,
    KeepGrants1795664400000,
  ],
};
