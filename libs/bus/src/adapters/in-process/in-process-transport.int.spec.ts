import { createLogger } from '@waybill/service-kit';
import { type TestDatabase, startPostgres } from '@waybill/testing';
import { DeliveryStore } from './delivery-store.js';
import { InProcessTransport } from './in-process-transport.js';

describe('the transport of the in-process bus', () => {
  let postgres: TestDatabase;
  beforeAll(async () => void (postgres = await startPostgres()));
  afterAll(() => postgres.stop());
  afterEach(() => jest.restoreAllMocks());

  it('lets a poll for due deliveries end before it closes its connections', async () => {
    const { consumersWithDueDeliveries } = DeliveryStore.prototype;
    const begun = Promise.withResolvers<undefined>();
    const closing = Promise.withResolvers<undefined>();
    const poll = Promise.withResolvers<string[]>();
    jest.spyOn(DeliveryStore.prototype, 'consumersWithDueDeliveries').mockImplementation(async function (
      this: DeliveryStore,
    ) {
      begun.resolve(undefined);
      await closing.promise;
      poll.resolve(consumersWithDueDeliveries.call(this));
      return poll.promise;
    });
    const transport = await InProcessTransport.open({
      databaseUrl: postgres.url,
      logger: createLogger('test', 'silent'),
    });
    await begun.promise;
    const closed = transport.close();
    closing.resolve(undefined);
    await expect(poll.promise).resolves.toEqual([]);
    await closed;
  });
});
