import { readEnvironment } from './environment.js';

const trust = (TRUST_PROXY?: string) => readEnvironment({ TRUST_PROXY }).TRUST_PROXY;

describe('TRUST_PROXY', () => {
  it('believes nobody when it is not set', () => {
    expect(trust()).toBe(false);
  });

  it('believes as many of the nearest hops as it says', () => {
    const believes = trust('2') as (address: string, hop: number) => boolean;
    expect([0, 1, 2].map((hop) => believes('192.0.2.1', hop))).toEqual([true, true, false]);
  });

  it.each(['loopback', '10.0.0.0/8', '192.0.2.1, 2001:db8::/32', 'uniquelocal,127.0.0.1'])(
    'takes %s',
    (text) => {
      expect(trust(text)).toBe(text);
    },
  );

  it.each(['true', 'everyone', '10.0.0.0/33', '10.0.0.0/8/8', 'example.com'])('refuses %s', (text) => {
    expect(() => trust(text)).toThrow(/^TRUST_PROXY must be/);
  });
});
