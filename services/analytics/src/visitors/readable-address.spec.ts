import { readableAddress } from './readable-address.js';

describe('readableAddress', () => {
  it.each([
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:0201', '192.0.2.1'],
  ])('converts the mapped address %s to %s', (mapped, plain) => {
    expect(readableAddress(mapped)).toBe(plain);
  });

  it.each(['192.0.2.1', '2001:db8::1', '::1', '2001:db8:0:ffff::1', 'unknown', ''])(
    'returns %j unchanged',
    (address) => {
      expect(readableAddress(address)).toBe(address);
    },
  );
});
