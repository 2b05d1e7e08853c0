import { readConfiguration } from '@waybill/service-kit';
import { billingConfiguration } from './billing.config.js';

describe('the environment of billing', () => {
  it('may be empty', () => {
    expect(readConfiguration(billingConfiguration, {})).toEqual({});
  });

  it('refuses payment settings instead of ignoring them', () => {
    expect(() => readConfiguration(billingConfiguration, { STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(
      'STRIPE_SECRET_KEY is set, but payment by Stripe is not part of this version of Waybill.',
    );
  });
});
