import type { BusTransport, Subscriptions } from '../bus-transport.js';
import type { RetryPolicy } from '../retry-policy.js';

/** Opens the bus that belongs to the test's database. Opened twice, it is one bus as two processes see it. */
export type OpenBus = (
  databaseUrl: string,
  options?: { retry: RetryPolicy; subscriptions: Subscriptions },
) => Promise<BusTransport>;
