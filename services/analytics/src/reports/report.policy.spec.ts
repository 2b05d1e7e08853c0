import { requireOwner } from './report.policy.js';

const caller = { userId: 'ada', browserId: 'browser', address: '192.0.2.1' };
const file = { version: 1, userId: 'ada' as string | null, deletedAt: null as Date | null };

describe('requireOwner', () => {
  it('allows the owner of the file', () => {
    expect(requireOwner(file, caller)).toBe(file);
  });

  it.each([
    ['a caller without a session', file, { ...caller, userId: null }, 'files.login-required'],
    [
      'a caller without a session, for an unknown file',
      null,
      { ...caller, userId: null },
      'files.login-required',
    ],
    ['another account', { ...file, userId: 'bob' }, caller, 'files.forbidden'],
    ['an account, for a file without an owner', { ...file, userId: null }, caller, 'files.forbidden'],
    ['an account, for an unknown file', null, caller, 'analytics.not-found'],
    ['an account, for a file without facts', { ...file, version: 0 }, caller, 'analytics.not-found'],
    ['an account, for a deleted file', { ...file, deletedAt: new Date() }, caller, 'analytics.not-found'],
  ])('refuses %s', (_, reported, by, code) => {
    expect(() => requireOwner(reported, by)).toThrow(expect.objectContaining({ code }));
  });
});
