import { madeOutTo } from './made-out-to.js';

describe('a payment link', () => {
  it('is made out to its buyer, whatever characters their address has', () => {
    const url = new URL(
      madeOutTo('https://pay.example/basic?locale=de', { userId: 'ada', email: 'ada+files&co@example.org' }),
    );
    expect(url.origin + url.pathname).toBe('https://pay.example/basic');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      locale: 'de',
      prefilled_email: 'ada+files&co@example.org',
      client_reference_id: 'ada',
    });
  });
});
