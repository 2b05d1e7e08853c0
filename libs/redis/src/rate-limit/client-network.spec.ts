import { isSharedAddress, networkOf, networkTiers, widestNetworkOf } from './client-network.js';

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:CB00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('counts %s as the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('widestNetworkOf', () => {
  it.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['unknown', 'unknown'],
  ])('counts %s as the network %s', (address, network) => {
    expect(widestNetworkOf(address)).toBe(network);
  });
});

describe('networkTiers', () => {
  const limit = { name: 'sign-ups', points: 5, windowSeconds: 60 };

  it('counts an IPv4 address once', () => {
    expect(networkTiers(limit, '::ffff:203.0.113.7')).toEqual([[limit, '203.0.113.7']]);
  });

  it('counts an IPv6 address by its /64, /56 and /48, with more points for the wider networks', () => {
    expect(networkTiers(limit, '2001:db8:1:2ff::1')).toEqual([
      [limit, '2001:db8:1:2ff::/64'],
      [{ ...limit, name: 'sign-ups/56', points: 20 }, '2001:db8:1:200::/56'],
      [{ ...limit, name: 'sign-ups/48', points: 80 }, '2001:db8:1::/48'],
    ]);
  });

  it('gives wider networks at most the share of a limit in total, and never less than a /64', () => {
    const pointsWith = (widePoints: number) =>
      networkTiers({ ...limit, widePoints }, '2001:db8:1:2ff::1').map(([{ points }]) => points);
    expect(pointsWith(30)).toEqual([5, 20, 30]);
    expect(pointsWith(3)).toEqual([5, 5, 5]);
  });
});

describe('isSharedAddress', () => {
  it.each([
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    '192.168.0.9',
    'fd00::1',
    'fe80::1',
    '::ffff:127.0.0.2',
    '',
    'unknown',
  ])('counts %s as many clients', (address) => {
    expect(isSharedAddress(address)).toBe(true);
  });

  it.each(['203.0.113.7', '8.8.8.8', '2001:db8::1', '::ffff:8.8.8.8'])(
    'counts %s as one client',
    (address) => {
      expect(isSharedAddress(address)).toBe(false);
    },
  );
});
