import type { RetryPolicy } from '../backoff.js';
import type { BusTransport, Subscriptions } from '../transport.js';
import { describeEvents } from './events.contract.js';
import { describeObservation } from './observation.contract.js';
import { describeOutbox } from './outbox.contract.js';
import { describeRequests } from './requests.contract.js';

/** Opens the bus that belongs to the test's database; opened twice, it is the same bus seen by two processes. */
export type OpenBus = (
  databaseUrl: string,
  options?: { retry: RetryPolicy; subscriptions: Subscriptions },
) => Promise<BusTransport>;

/** The promises of the bus. Every adapter runs them. */
export function describeBus(name: string, openBus: OpenBus): void {
  describe(name, () => {
    describeRequests(openBus);
    describeEvents(openBus);
    describeOutbox(openBus);
    describeObservation(openBus);
  });
}
