import { verifyDummyPassword } from './dummy-password.js';

describe('dummy password', () => {
  it('is verified for an unknown account and never matches', async () => {
    expect(await verifyDummyPassword('anything')).toBe(false);
  });
});
