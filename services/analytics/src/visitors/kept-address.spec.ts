import { keptAddress } from './kept-address.js';

describe('keptAddress', () => {
  it.each([
    ['203.0.113.7', 'full', '203.0.113.7'],
    ['203.0.113.7', 'network', '203.0.113.0/24'],
    ['2001:db8:12:34::1', 'network', '2001:db8:12::/48'],
    ['2001:db8::1', 'network', '2001:db8:0::/48'],
    ['203.0.113.7', 'none', ''],
    ['', 'network', ''],
  ] as const)('keeps of %s in mode %s: %j', (address, mode, kept) => {
    expect(keptAddress(address, mode)).toBe(kept);
  });
});
