import { passwordChange } from './password-change.policy.js';

describe('passwordChange', () => {
  it.each([
    ['no change for a request without a password', true, undefined, undefined],
    ['a new password', false, 'secret', 'secret'],
    ['the removal of a password', true, null, null],
    ['the removal of a password by an empty one', true, '', null],
    ['no change where there is no password to remove', false, null, undefined],
  ] as const)('makes %s', (_, isProtected, requested, change) => {
    expect(passwordChange(isProtected, requested)).toBe(change);
  });
});
