import { createSecretKey } from 'node:crypto';
import { networkHasher } from './network-hash.js';

const hash = networkHasher(createSecretKey(Buffer.alloc(32, 1)));

describe('networkHasher', () => {
  it('hashes all addresses of a network alike, in any notation, and those of another differently', () => {
    expect(hash('2001:db8:1:2::1')).toBe(hash('2001:0DB8:1:2:3::4'));
    expect(hash('2001:db8:1:2::1')).not.toBe(hash('2001:db8:1:3::1'));
    expect(hash('::ffff:203.0.113.7')).toBe(hash('203.0.113.7'));
    expect(hash('203.0.113.7')).toMatch(/^[\w-]{22}$/);
  });

  it('makes other hashes with another key', () => {
    const other = networkHasher(createSecretKey(Buffer.alloc(32, 2)));
    expect(other('203.0.113.7')).not.toBe(hash('203.0.113.7'));
  });
});
