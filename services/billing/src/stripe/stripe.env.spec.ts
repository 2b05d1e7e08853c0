import { readStripeConfig } from './stripe.env.js';

const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const monthly = {
  STRIPE_PRICE_BASIC_MONTHLY: 'price_bm',
  STRIPE_LINK_BASIC_MONTHLY: 'https://buy.stripe.com/bm',
};

describe('payment settings', () => {
  it('are null when no variable is set', () => {
    expect(readStripeConfig({ STRIPE_SECRET_KEY: '' })).toBeNull();
  });

  it('map prices to plans and list the payment links', () => {
    const config = readStripeConfig({ ...keys, ...monthly, STRIPE_PRICE_PRO_ANNUAL: 'price_pa' });
    expect(config).toEqual({
      secretKey: 'sk_test_1',
      webhookSecret: 'whsec_1',
      apiUrl: null,
      prices: new Map([
        ['price_bm', 'basic'],
        ['price_pa', 'pro'],
      ]),
      links: [{ plan: 'basic', period: 'monthly', url: 'https://buy.stripe.com/bm' }],
    });
  });

  it.each([
    [{ ...keys, STRIPE_SECRET_KEY: 'pk_live_1' }, 'STRIPE_SECRET_KEY must be a secret or restricted key'],
    [{ ...keys, STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET must be the signing secret'],
    [{ ...keys, STRIPE_API_URL: 'localhost:12111' }, 'STRIPE_API_URL must be an address'],
    [{ ...keys, STRIPE_PRICE_PRO_MONTHLY: '12' }, 'STRIPE_PRICE_PRO_MONTHLY must be the id of a price'],
    [
      { ...keys, ...monthly, STRIPE_LINK_BASIC_MONTHLY: 'buy me' },
      'STRIPE_LINK_BASIC_MONTHLY must be an address',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1' },
      'STRIPE_WEBHOOK_SECRET is not set, but needed beside STRIPE_SECRET_KEY.',
    ],
    [monthly, 'STRIPE_SECRET_KEY is not set, but needed beside STRIPE_PRICE_BASIC_MONTHLY.'],
    [
      { ...keys, STRIPE_LINK_PRO_ANNUAL: 'https://buy.stripe.com/pa' },
      'STRIPE_PRICE_PRO_ANNUAL is not set, but needed beside STRIPE_LINK_PRO_ANNUAL.',
    ],
    [
      { ...keys, ...monthly, STRIPE_PRICE_PRO_ANNUAL: 'price_bm' },
      'STRIPE_PRICE_PRO_ANNUAL is a price that another offer has already.',
    ],
  ])('refuse %j with a sentence that names the variable', (values, sentence) => {
    expect(() => readStripeConfig(values)).toThrow(sentence);
  });
});
