import { verificationTokenOf } from './verification-token.js';

describe('verificationTokenOf', () => {
  it.each([
    ['proof', 'other', 'proof'],
    ['', 'proof', 'proof'],
    [undefined, 'proof', 'proof'],
    ['', undefined, null],
  ])('takes from the header %j and ?token=%s the token %j', (header, token, expected) => {
    expect(verificationTokenOf({ headers: { 'x-verification-token': header } }, { token })).toBe(expected);
  });
});
