import { ApiClient, failure } from '../support/api-client.js';
import { startInstance } from '../support/start-instance.js';
import { eventBody, post } from '../support/stripe-stub.js';

describe('billing without a payment provider', () => {
  it('lists no offers and answers a webhook event with 503', async () => {
    const waybill = await startInstance();
    try {
      const offers = await new ApiClient(waybill.url).get('/api/billing/offers');
      expect(await offers.json()).toEqual({ offers: [] });
      const response = await post(waybill.url, eventBody('invoice.paid', {}));
      expect(await failure(response)).toMatchObject({ statusCode: 503, code: 'billing.not-configured' });
      const unsigned = await post(waybill.url, eventBody('invoice.paid', {}), null);
      expect(await failure(unsigned)).toMatchObject({ statusCode: 400, code: 'billing.invalid-signature' });
    } finally {
      await waybill.dispose();
    }
  });
});
