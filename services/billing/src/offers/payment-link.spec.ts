import { prefillPaymentLink } from './payment-link.js';

describe('payment link', () => {
  it('carries the escaped address and the id of its buyer', () => {
    const url = new URL(
      prefillPaymentLink('https://pay.example/basic?locale=de', {
        userId: 'ada',
        email: 'ada+files&co@example.org',
      }),
    );
    expect(url.origin + url.pathname).toBe('https://pay.example/basic');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      locale: 'de',
      prefilled_email: 'ada+files&co@example.org',
      client_reference_id: 'ada',
    });
  });
});
