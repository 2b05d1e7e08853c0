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
    const row = { ...ofUser, isFirstLinkActive: true };
    expect(() => requireOwner(row, caller(null, 'firefox'), 'files.not-found')).toThrow(
      expect.objectContaining({ code: 'files.login-required' }),
    );
    expect(() => requireOwner(row, caller('bob', null), 'files.not-found')).toThrow(
      expect.objectContaining({ code: 'files.forbidden' }),
    );
    expect(() => requireOwner(row, caller('ada', null), 'files.not-found')).not.toThrow();
  });

  it.each(['files.not-found', 'bundles.not-found'] as const)(
    'hides what has no first link from all but its owner, by %s',
    (hidden) => {
      const row = { ...ofUser, isFirstLinkActive: false };
      for (const other of [caller(null, 'firefox'), caller('bob', null)]) {
        expect(() => requireOwner(row, other, hidden)).toThrow(expect.objectContaining({ code: hidden }));
      }
      expect(() => requireOwner(row, caller('ada', null), hidden)).not.toThrow();
    },
  );

  it('assigns an upload to the account rather than the browser', () => {
    expect(ownerOf(caller('ada', 'firefox'))).toEqual(ofUser);
    expect(ownerOf(caller(null, 'firefox'))).toEqual(ofBrowser);
    expect(ownerOf(caller(null, null))).toBeNull();
  });
});
