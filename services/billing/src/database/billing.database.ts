import { busEntities, busMigrations } from '@waybill/bus';
import type { ServiceDatabase } from '@waybill/database';
import { Subscription } from '../subscriptions/subscription.entity.js';
import { CreateSubscriptions1795219200000 } from './migrations/1795219200000-create-subscriptions.js';

/** The schema that billing alone reads and writes. */
export const billingDatabase: ServiceDatabase = {
  schema: 'billing',
  entities: [...busEntities, Subscription],
  migrations: [...busMigrations, CreateSubscriptions1795219200000],
};
