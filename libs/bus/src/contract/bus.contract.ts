import { describeEvents } from './events.contract.js';
import { describeInstrumentation } from './instrumentation.contract.js';
import type { OpenBus } from './open-bus.js';
import { describeOutbox } from './outbox.contract.js';
import { describeRequests } from './requests.contract.js';

/** The contract suite of the bus. Every adapter runs it. */
export function describeBus(name: string, openBus: OpenBus): void {
  describe(name, () => {
    describeRequests(openBus);
    describeEvents(openBus);
    describeOutbox(openBus);
    describeInstrumentation(openBus);
  });
}
