import { createLogger } from '@waybill/service-kit';
import { eventually, startPostgres } from '@waybill/testing';
import { range, thing } from '../../contract/test-bus.js';
import { Consumer, databaseOf } from '../../contract/test-services.js';
import { startServiceOn } from '../../testing/start-service.js';
import { DeliveryStore } from './delivery-store.js';
import { InProcessTransport } from './in-process-transport.js';

const logger = createLogger('test', 'silent');
const LEASE_MS = 150;
const ATTEMPTS = 3;

describe('deliveries in PostgreSQL', () => {
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

  it('come again when the process that had them in hand was killed', async () => {
    const events = range(3).map((n) => thing(n));
    for (const event of events) await store.add(event);
    await expect(store.claim('beta', 8, [])).resolves.toHaveLength(3);
    // Nobody will ever settle them: that is what kill -9 leaves.
    const transport = await InProcessTransport.open({ databaseUrl: postgres.url, logger, leaseMs: LEASE_MS });
    const beta = new Consumer();
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

  it('are dead letters when they kill whoever takes them', async () => {
    await store.add(thing(1));
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      await eventually(async () => expect(await store.claim('beta', 1, [])).toHaveLength(1));
    }
    await eventually(async () => {
      await expect(store.due()).resolves.toEqual([]);
      const [row] = await store.dataSource.query('SELECT error FROM delivery WHERE died_at IS NOT NULL');
      expect(row).toEqual({ error: 'The process died of it.' });
    });
    await expect(store.claim('beta', 1, [])).resolves.toEqual([]);
  });

  it('are claimed by one of many only', async () => {
    for (const n of range(40)) await store.add(thing(n));
    const claims = await Promise.all(range(10).map(() => store.claim('beta', 8, [])));
    const numbers = claims.flat().map(({ event }) => (event.data as { n: number }).n);
    expect(numbers.sort((a, b) => a - b)).toEqual(range(40));
  });

  it('stay claimed when the claim is renewed in time', async () => {
    const patient = await DeliveryStore.open(postgres.url, logger, 60_000, ATTEMPTS);
    const event = thing(1);
    await store.add(event);
    await store.claim('beta', 1, []);
    await patient.renew('beta', [event.id]);
    await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_MS));
    await expect(store.claim('beta', 1, [])).resolves.toEqual([]);
    await patient.close();
  });

  it('are made once, however often the event is published', async () => {
    const event = thing(1);
    await Promise.all(range(50).map(() => store.add(event)));
    await expect(store.claim('beta', 8, [])).resolves.toHaveLength(1);
  });

  it('are no longer made for what a consumer has stopped consuming', async () => {
    await store.subscribe('beta', ['alpha.other.happened']);
    await store.add(thing(1));
    await expect(store.due()).resolves.toEqual([]);
  });
});
