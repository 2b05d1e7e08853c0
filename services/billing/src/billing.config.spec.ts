import { readConfiguration } from '@waybill/service-kit';
import { billingConfiguration } from './billing.config.js';

describe('the environment of billing', () => {
  it('may be empty', () => {
    expect(readConfiguration(billingConfiguration, {})).toEqual({});
  });

  it('reads the end of the promotion, time zone included', () => {
    const read = readConfiguration(billingConfiguration, { PROMOTION_ENDS_AT: '2026-12-31T23:00:00-02:00' });

    expect(read.PROMOTION_ENDS_AT).toEqual(new Date('2027-01-01T01:00:00Z'));
  });

  it.each(['tomorrow', '2026-12-31', '2026-12-31T25:00:00Z'])(
    'refuses %s as the end of the promotion in one sentence',
    (value) => {
      expect(() => readConfiguration(billingConfiguration, { PROMOTION_ENDS_AT: value })).toThrow(
        'PROMOTION_ENDS_AT must be a date and time such as 2026-12-31T23:59:59Z.',
      );
    },
  );

  it('refuses payment settings instead of ignoring them', () => {
    expect(() => readConfiguration(billingConfiguration, { STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(
      'STRIPE_SECRET_KEY is set, but payment by Stripe is not part of this version of Waybill.',
    );
  });
});
