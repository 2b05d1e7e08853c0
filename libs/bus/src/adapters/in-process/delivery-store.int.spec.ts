import { createLogger } from '@waybill/service-kit';
import { eventually, startPostgres } from '@waybill/testing';
import { range, sampleEvent } from '../../contract/test-bus.js';
import { SampleConsumer, databaseOf } from '../../contract/sample-services.js';
import { startServiceOn } from '../../testing/start-service.js';
import { DeliveryStore } from './delivery-store.js';
import { InProcessTransport } from './in-process-transport.js';

const logger = createLogger('test', 'silent');
const LEASE_MS = 150;
const ATTEMPTS = 3;

describe('DeliveryStore', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let store: DeliveryStore;

  beforeEach(async () => {
    postgres = await startPostgres();
    store = await DeliveryStore.open(postgres.url, logger, LEASE_MS, ATTEMPTS);
    await store.subscribe('beta', ['alpha.thing.happened']);
  });

  afterEach(async () => {
    await store.close();
    await postgres.stop();
  });

  it('redelivers the events of a killed process', async () => {
    const events = range(3).map((n) => sampleEvent(n));
    for (const event of events) await store.add([event]);
    await expect(store.claim('beta', 8, [])).resolves.toHaveLength(3);
    // Never completed, as after kill -9.
    const transport = await InProcessTransport.open({ databaseUrl: postgres.url, logger, leaseMs: LEASE_MS });
    const beta = new SampleConsumer();
    const service = await startServiceOn(transport, {
      module: beta.module(),
      database: databaseOf('beta'),
      service: 'beta',
      url: postgres.url,
    });
    await eventually(() => expect([...beta.numbers].sort()).toEqual([0, 1, 2]));
    await service.close();
    await transport.close();
  });

  it('stores events as claimed for a consumer that is ready, and redelivers them after it was killed', async () => {
    const [first, second] = [sampleEvent(1), sampleEvent(2)];
    await store.add([first]);
    const claimed = await store.add([first, second], ['beta']);
    // `first` was stored as due, so it waits for a claim.
    expect(claimed).toEqual(new Map([['beta', new Set([second.id])]]));
    const [delivery] = await store.claim('beta', 8, []);
    expect(delivery).toEqual({ event: first, attempts: 1 });
    await store.complete('beta', [first.id]);
    // `second` is never completed, as after kill -9.
    await eventually(async () =>
      expect(await store.claim('beta', 8, [])).toEqual([{ event: second, attempts: 2 }]),
    );
  });

  it('dead-letters events that crash their consumer', async () => {
    await store.add([sampleEvent(1)]);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      await eventually(async () => expect(await store.claim('beta', 1, [])).toHaveLength(1));
    }
    await eventually(async () => {
      await expect(store.consumersWithDueDeliveries()).resolves.toEqual([]);
      const [row] = await store.dataSource.query('SELECT error FROM delivery WHERE died_at IS NOT NULL');
      expect(row).toEqual({ error: 'The process was killed while consuming it.' });
    });
    await expect(store.claim('beta', 1, [])).resolves.toEqual([]);
  });

  it('lets one of many processes claim a delivery', async () => {
    // Longer than the claims take on a busy machine: no lease may expire during the test.
    const longLease = await DeliveryStore.open(postgres.url, logger, 60_000, ATTEMPTS);
    for (const n of range(40)) await store.add([sampleEvent(n)]);
    const claims = await Promise.all(range(10).map(() => longLease.claim('beta', 8, [])));
    await longLease.close();
    const numbers = claims.flat().map(({ event }) => (event.data as { n: number }).n);
    expect(numbers.sort((a, b) => a - b)).toEqual(range(40));
  });

  it('extends the lease of a delivery', async () => {
    const longLease = await DeliveryStore.open(postgres.url, logger, 60_000, ATTEMPTS);
    const event = sampleEvent(1);
    await store.add([event]);
    await store.claim('beta', 1, []);
    await longLease.renew('beta', [event.id]);
    const [row] = await store.dataSource.query(
      "SELECT due_at > now() + interval '30 s' AS leased FROM delivery",
    );
    expect(row).toEqual({ leased: true });
    await longLease.close();
  });

  it('stores an event once, when it is published fifty times', async () => {
    const event = sampleEvent(1);
    await Promise.all(range(50).map(() => store.add([event])));
    await expect(store.claim('beta', 8, [])).resolves.toHaveLength(1);
  });

  it('stores no event that its consumer has unsubscribed from', async () => {
    await store.subscribe('beta', ['alpha.other.happened']);
    await store.add([sampleEvent(1)]);
    await expect(store.consumersWithDueDeliveries()).resolves.toEqual([]);
  });
});
