import type { Caller } from '@waybill/contracts';
import { isOwnedBy, requireOwner } from './owner.policy.js';
import { type Owner, ownerOf } from './owner.js';

const caller = (userId: string | null, browserId: string | null): Caller => ({
  userId,
  browserId,
  address: '203.0.113.7',
});
const ofUser: Owner = { userId: 'ada', browserId: null };
const ofBrowser: Owner = { userId: null, browserId: 'firefox' };

describe('owner policy', () => {
  it.each([
    ['the account it belongs to', ofUser, caller('ada', null), true],
    ['that account in any browser', ofUser, caller('ada', 'firefox'), true],
    ['another account', ofUser, caller('bob', null), false],
    ['a caller without identity', ofUser, caller(null, null), false],
    ['the browser it belongs to', ofBrowser, caller(null, 'firefox'), true],
    ['that browser after signing in', ofBrowser, caller('ada', 'firefox'), true],
    ['another browser', ofBrowser, caller(null, 'safari'), false],
    ['a caller without any identity', ofBrowser, caller(null, null), false],
    ['anyone, when it has no owner', { userId: null, browserId: null }, caller(null, null), false],
  ])('recognises the owner for %s', (_who, owner, who, expected) => {
    expect(isOwnedBy(owner, who)).toBe(expected);
  });

  it('requires a log-in from callers without a session and forbids others that do not own the file', () => {
    expect(() => requireOwner(ofUser, caller(null, 'firefox'))).toThrow(
      expect.objectContaining({ code: 'files.login-required' }),
    );
    expect(() => requireOwner(ofUser, caller('bob', null))).toThrow(
      expect.objectContaining({ code: 'files.forbidden' }),
    );
    expect(() => requireOwner(ofUser, caller('ada', null))).not.toThrow();
  });

  it('assigns an upload to the account rather than the browser', () => {
    expect(ownerOf(caller('ada', 'firefox'))).toEqual(ofUser);
    expect(ownerOf(caller(null, 'firefox'))).toEqual(ofBrowser);
    expect(ownerOf(caller(null, null))).toBeNull();
  });
});
