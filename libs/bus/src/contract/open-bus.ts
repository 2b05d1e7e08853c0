import type { BusTransport, Subscriptions } from '../bus-transport.js';
import type { RetryPolicy } from '../retry-policy.js';

/**
 * Opens the bus that belongs to the database of a test. A second call opens the same bus, as a second process would.
 */
export type OpenBus = (
  databaseUrl: string,
  options?: { retry: RetryPolicy; subscriptions: Subscriptions },
) => Promise<BusTransport>;
