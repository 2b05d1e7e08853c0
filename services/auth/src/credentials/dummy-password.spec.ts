import { verifyDummyPassword } from './dummy-password.js';

describe('dummy password', () => {
  it('a password is verified for an unknown account too, and never matches', async () => {
    expect(await verifyDummyPassword('anything', { network: '203.0.113.1', isShared: false })).toBe(false);
  });
});
