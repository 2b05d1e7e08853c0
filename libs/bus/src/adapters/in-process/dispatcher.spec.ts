import type { EventMessage } from '@waybill/contracts';
import { createLogger } from '@waybill/service-kit';
import { eventually } from '@waybill/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { sampleEvent } from '../../contract/test-bus.js';
import type { ClaimedDelivery, DeliveryStore } from './delivery-store.js';
import { Dispatcher } from './dispatcher.js';

const RETRIES = { attempts: 3, firstDelayMs: 1, longestDelayMs: 1 };
/** Longer than the interval in which a dispatcher gathers deliveries (`GATHERING_MS`). */
const QUIET_MS = 200;

/** Keeps deliveries in memory, and counts the claims. */
class MemoryStore {
  readonly due: EventMessage[] = [];
  claims = 0;

  claim(_consumer: string, limit: number, busySubjects: readonly string[]): Promise<ClaimedDelivery[]> {
    this.claims++;
    const free = this.due.filter(({ subject }) => !busySubjects.includes(subject)).slice(0, limit);
    for (const event of free) this.due.splice(this.due.indexOf(event), 1);
    return Promise.resolve(free.map((event) => ({ event, attempts: 1 })));
  }

  complete(): Promise<void> {
    return Promise.resolve();
  }
}

describe('Dispatcher', () => {
  let store: MemoryStore;
  let consumed: unknown[];
  let consume: (event: EventMessage) => Promise<void>;
  let dispatcher: Dispatcher;

  beforeEach(() => {
    store = new MemoryStore();
    consumed = [];
    consume = () => Promise.resolve();
    const server = {
      consumesInBatches: true,
      isBatched: () => false,
      dispatchEvent: async (event: EventMessage) => {
        await consume(event);
        consumed.push((event.data as { n: number }).n);
      },
    };
    const logger = createLogger('test', 'silent');
    dispatcher = new Dispatcher('beta', store as unknown as DeliveryStore, server, RETRIES, 60_000, logger);
  });
  afterEach(() => dispatcher.stop());

  it('does not look for more after it has consumed all that was due', async () => {
    store.due.push(sampleEvent(1, 'one'), sampleEvent(2, 'another'));
    dispatcher.wake();
    await eventually(() => expect(consumed).toHaveLength(2));
    await sleep(QUIET_MS);
    expect(store.claims).toBe(1);
  });

  it('delivers new events without a claim when no other waits', async () => {
    dispatcher.wake();
    await eventually(() => expect(dispatcher.reserve(2)).toBe(true));
    dispatcher.deliver([sampleEvent(1, 'one'), sampleEvent(2, 'one')], 2);
    await eventually(() => expect(consumed).toEqual([1, 2]));
    await sleep(QUIET_MS);
    expect(store.claims).toBe(1);
  });

  it('leaves new events to a claim while others may wait for one', async () => {
    expect(dispatcher.reserve(1)).toBe(false);
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    consume = () => gate;
    store.due.push(sampleEvent(1, 'one'));
    dispatcher.wake();
    await eventually(() => expect(store.claims).toBe(1));
    dispatcher.wake();
    expect(dispatcher.reserve(1)).toBe(false);
    await eventually(() => expect(store.claims).toBe(2));
    // The second claim skipped the subject of the running delivery.
    expect(dispatcher.reserve(1)).toBe(false);
    open();
    await eventually(() => expect(dispatcher.reserve(1)).toBe(true));
  });

  it('reserves no more room than it has, and none after it was stopped', async () => {
    dispatcher.wake();
    await eventually(() => expect(dispatcher.reserve(400)).toBe(true));
    expect(dispatcher.reserve(101)).toBe(false);
    dispatcher.deliver([], 400);
    expect(dispatcher.reserve(500)).toBe(true);
    await dispatcher.stop();
    dispatcher.deliver([sampleEvent(1)], 500);
    expect(dispatcher.reserve(1)).toBe(false);
    await sleep(QUIET_MS);
    expect(consumed).toEqual([]);
  });

  it('takes an event that waited for another of its subject as soon as that has been consumed', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    consume = ({ data }) => ((data as { n: number }).n === 1 ? gate : Promise.resolve());
    store.due.push(sampleEvent(1, 'one'));
    dispatcher.wake();
    await eventually(() => expect(store.claims).toBe(1));
    store.due.push(sampleEvent(2, 'one'));
    dispatcher.wake();
    await eventually(() => expect(store.claims).toBe(2));
    open();
    await eventually(() => expect(consumed).toEqual([1, 2]));
  });
});
