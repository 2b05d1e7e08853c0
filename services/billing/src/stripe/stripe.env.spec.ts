import { readStripeConfig } from './stripe.env.js';

const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const monthly = {
  STRIPE_PRICE_BASIC_MONTHLY: 'price_bm',
  STRIPE_LINK_BASIC_MONTHLY: 'https://buy.stripe.com/bm',
};

describe('payment settings', () => {
  it('there are no payment settings when no variable is set', () => {
    expect(readStripeConfig({ STRIPE_SECRET_KEY: '' })).toBeNull();
  });

  it('payment settings map prices to plans and list the payment links', () => {
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

  it('payment settings sell both plans by the month and by the year, from another server where STRIPE_API_URL is set', () => {
    const link = (name: string) => `https://buy.stripe.com/${name}`;
    const config = readStripeConfig({
      ...keys,
      STRIPE_API_URL: 'http://127.0.0.1:12111',
      STRIPE_PRICE_BASIC_MONTHLY: 'price_bm',
      STRIPE_LINK_BASIC_MONTHLY: link('bm'),
      STRIPE_PRICE_BASIC_ANNUAL: 'price_ba',
      STRIPE_LINK_BASIC_ANNUAL: link('ba'),
      STRIPE_PRICE_PRO_MONTHLY: 'price_pm',
      STRIPE_LINK_PRO_MONTHLY: link('pm'),
      STRIPE_PRICE_PRO_ANNUAL: 'price_pa',
      STRIPE_LINK_PRO_ANNUAL: link('pa'),
    });
    expect(String(config?.apiUrl)).toMatch('127.0.0.1:12111');
    expect([...(config?.prices ?? [])].sort()).toEqual([
      ['price_ba', 'basic'],
      ['price_bm', 'basic'],
      ['price_pa', 'pro'],
      ['price_pm', 'pro'],
    ]);
    expect(config?.links.map(({ plan, period, url }) => [plan, period, url]).sort()).toEqual([
      ['basic', 'annual', link('ba')],
      ['basic', 'monthly', link('bm')],
      ['pro', 'annual', link('pa')],
      ['pro', 'monthly', link('pm')],
    ]);
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
  ])('payment settings refuse %j with a sentence that names the variable', (values, sentence) => {
    expect(() => readStripeConfig(values)).toThrow(sentence);
  });
});
