import type { EventMessage } from '@waybill/contracts';
import { createLogger } from '@waybill/service-kit';
import { eventually } from '@waybill/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { range, sampleEvent, useBus } from '../../contract/test-bus.js';
import { SampleConsumer } from '../../contract/sample-services.js';
import { type ClaimedDelivery, DeliveryStore } from './delivery-store.js';
import { InProcessTransport } from './in-process-transport.js';

const logger = createLogger('test', 'silent');
/** Longer than the tests take that must end before any lease expires. */
const LEASE_MS = 3000;

/** Failures and races between storing an event as claimed and delivering it from memory. */
describe('publication on the in-process bus', () => {
  const test = useBus((databaseUrl, options) =>
    InProcessTransport.open({ databaseUrl, logger, ...options, leaseMs: LEASE_MS }),
  );
  afterEach(() => jest.restoreAllMocks());

  /** A consumer whose next event needs no claim, and without deliveries that a poll could find. */
  async function readyConsumer(): Promise<SampleConsumer> {
    const claim = jest.spyOn(DeliveryStore.prototype, 'claim');
    const poll = jest.spyOn(DeliveryStore.prototype, 'consumersWithDueDeliveries');
    const beta = new SampleConsumer();
    await test.start('beta', beta);
    // The first event needs a claim, because older deliveries may be waiting.
    await publishToEnd(sampleEvent(-1));
    // A poll that began earlier may have found this delivery, and causes a claim. Polls do not overlap.
    const polls = poll.mock.calls.length;
    await eventually(() => expect(poll.mock.calls.length).toBeGreaterThan(polls));
    await eventually(async () => {
      claim.mockClear();
      await publishToEnd(sampleEvent(-1));
      expect(await claimed(claim)).toEqual([]);
    });
    beta.seen.splice(0);
    claim.mockClear();
    return beta;
  }

  /** Publishes an event, and waits until its delivery is deleted. */
  async function publishToEnd(event: EventMessage): Promise<void> {
    await test.transport.publisher().publish(event);
    await eventually(async () => expect(await test.transport.backlog('beta')).toMatchObject({ waiting: 0 }));
  }

  /**
   * Deliveries that were claimed. The number of claims depends on the duration of the test, because the bus polls once
   * a second.
   */
  async function claimed(claim: jest.SpyInstance<Promise<ClaimedDelivery[]>>): Promise<ClaimedDelivery[]> {
    return (
      await Promise.all(claim.mock.results.map(({ value }) => value as Promise<ClaimedDelivery[]>))
    ).flat();
  }

  it('delivers an event that a consumer waits for without a claim, and deletes its delivery', async () => {
    const beta = await readyConsumer();
    const claim = jest.spyOn(DeliveryStore.prototype, 'claim');
    // One after the other: a consumer that falls behind by more than its concurrency has to claim.
    for (const n of range(20)) await publishToEnd(sampleEvent(n, 'one'));
    expect(beta.numbers).toEqual(range(20));
    expect(await claimed(claim)).toEqual([]);
    await eventually(async () => expect(await test.transport.backlog('beta')).toMatchObject({ waiting: 0 }));
  });

  it('delivers all events after publishing failed more often than a consumer has room', async () => {
    const beta = await readyConsumer();
    const add = jest.spyOn(DeliveryStore.prototype, 'add').mockRejectedValue(new Error('no connection'));
    for (const n of range(30)) {
      const [result] = await test.transport.publisher().publishAll([sampleEvent(n)]);
      expect(result?.status).toBe('rejected');
    }
    add.mockRestore();
    const claim = jest.spyOn(DeliveryStore.prototype, 'claim');
    for (const n of range(5)) await test.transport.publisher().publish(sampleEvent(n, 'one'));
    await eventually(() => expect(beta.numbers).toEqual(range(5)));
    // The reservations of the failed events were released: otherwise these five would need a claim.
    expect(await claimed(claim)).toEqual([]);
  });

  it('delivers events whose storing was committed without an answer once their lease has run out', async () => {
    const beta = await readyConsumer();
    const { add } = DeliveryStore.prototype;
    jest.spyOn(DeliveryStore.prototype, 'add').mockImplementationOnce(async function (
      this: DeliveryStore,
      ...input: Parameters<typeof add>
    ) {
      await add.apply(this, input);
      throw new Error('connection lost');
    });
    const events = range(3).map((n) => sampleEvent(n, 'one'));
    const results = await test.transport.publisher().publishAll(events);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    await sleep(500);
    expect(beta.numbers).toEqual([]);
    await eventually(() => expect(beta.numbers).toEqual(range(3)));
  });

  it('delivers an event once, even if it is published again while it is consumed', async () => {
    const beta = await readyConsumer();
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    beta.react = () => gate;
    const event = sampleEvent(1);
    for (let time = 0; time < 5; time++) await test.transport.publisher().publish(event);
    await eventually(() => expect(beta.numbers).toEqual([1]));
    // A poll looks for due deliveries meanwhile, and the lease is renewed.
    await sleep(LEASE_MS + 1200);
    open();
    await eventually(async () => expect(await test.transport.backlog('beta')).toMatchObject({ waiting: 0 }));
    expect(beta.numbers).toEqual([1]);
  });

  it('delivers each event to one of two processes while both publish, claim and poll', async () => {
    const beta = await readyConsumer();
    const other = await test.open();
    const twin = new SampleConsumer();
    await test.start('beta', twin, other);
    const publish = async (transport: typeof other, first: number) => {
      for (const n of range(20))
        await transport
          .publisher()
          .publishAll(range(10).map((m) => sampleEvent(first + 10 * n + m, `subject ${m}`)));
    };
    await Promise.all([publish(test.transport, 0), publish(other, 200)]);
    const seen = () => [...beta.numbers, ...twin.numbers].sort((one, next) => one - next);
    await eventually(() => expect(seen()).toHaveLength(400));
    await sleep(LEASE_MS + 1200);
    expect(seen()).toEqual(range(400));
  });
});
