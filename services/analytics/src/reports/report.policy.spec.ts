import { requireOwner } from './report.policy.js';

const caller = { userId: 'ada', browserId: 'browser', address: '192.0.2.1' };
const file = { version: 1, userId: 'ada' as string | null, forgottenAt: null as Date | null };

describe('a report', () => {
  it('is for the owner of the file', () => {
    expect(requireOwner(file, caller)).toBe(file);
  });

  it.each([
    ['someone who is not logged in', file, { ...caller, userId: null }, 'files.login-required'],
    [
      'someone who is not logged in, of no file at all',
      null,
      { ...caller, userId: null },
      'files.login-required',
    ],
    ['another account', { ...file, userId: 'bob' }, caller, 'files.forbidden'],
    ['an account, of a file without one', { ...file, userId: null }, caller, 'files.forbidden'],
    ['anyone, of a file never heard of', null, caller, 'analytics.not-found'],
    ['anyone, of a file known by its visits alone', { ...file, version: 0 }, caller, 'analytics.not-found'],
    ['anyone, of a deleted file', { ...file, forgottenAt: new Date() }, caller, 'analytics.not-found'],
  ])('is refused to %s', (_, asked, by, code) => {
    expect(() => requireOwner(asked, by)).toThrow(expect.objectContaining({ code }));
  });
});
