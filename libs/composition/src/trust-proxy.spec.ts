import { z } from 'zod';
import { trustProxyOf } from './trust-proxy.js';

const schema = z.string().optional().transform(trustProxyOf);
const trust = (text?: string) => schema.parse(text);

describe('trustProxyOf', () => {
  it('trusts no proxy by default', () => {
    expect(trust()).toBe(false);
  });

  it('trusts the given number of nearest hops', () => {
    const trusts = trust('2') as (address: string, hop: number) => boolean;
    expect([0, 1, 2].map((hop) => trusts('192.0.2.1', hop))).toEqual([true, true, false]);
  });

  it.each(['loopback', '10.0.0.0/8', '192.0.2.1, 2001:db8::/32', 'uniquelocal,127.0.0.1'])(
    'accepts %s',
    (text) => {
      expect(trust(text)).toBe(text);
    },
  );

  it.each(['true', 'everyone', '10.0.0.0/33', '10.0.0.0/8/8', 'example.com'])('refuses %s', (text) => {
    expect(() => trust(text)).toThrow('must be a number of hops');
  });
});
