import { requireSignUpAllowed, type SignUpRules } from './sign-up.policy.js';

const open: SignUpRules = { signUp: 'open', signUpDomains: [], adminEmails: ['root@example.net'] };
const invited: SignUpRules = { ...open, signUp: 'invited' };
const closed: SignUpRules = { ...open, signUp: 'closed' };
const domains: SignUpRules = { ...open, signUpDomains: ['example.org'] };

describe('requireSignUpAllowed', () => {
  it.each([
    ['open to everyone', open, 'ada@example.com', null],
    ['open to a listed domain', domains, 'Ada@EXAMPLE.org', null],
    ['open to an invited address of another domain', domains, 'ada@example.com', true],
    ['open to an invited address', invited, 'ada@example.com', true],
    ['open to administrators when it is closed', closed, 'Root@example.net', null],
    ['open to administrators without an invitation', invited, 'root@example.net', null],
    ['open to administrators of another domain', domains, 'root@example.net', null],
  ])('sign-up is %s', (_, rules, email, isInvited) => {
    expect(() => requireSignUpAllowed(email, isInvited, rules)).not.toThrow();
  });

  it.each([
    ['when it is closed', closed, 'ada@example.com', null, 'auth.sign-up-closed'],
    ['when it is closed, with an invitation too', closed, 'ada@example.com', true, 'auth.sign-up-closed'],
    ['without an invitation', invited, 'ada@example.com', null, 'auth.invitation-required'],
    ['with an invalid invitation', invited, 'ada@example.com', false, 'auth.invalid-invitation'],
    ['from another domain', domains, 'ada@example.com', null, 'auth.sign-up-domain'],
    ['from a subdomain', domains, 'ada@mail.example.org', null, 'auth.sign-up-domain'],
    ['from a domain that ends alike', domains, 'ada@badexample.org', null, 'auth.sign-up-domain'],
  ])('refuses %s', (_, rules, email, isInvited, code) => {
    expect(() => requireSignUpAllowed(email, isInvited, rules)).toThrow(expect.objectContaining({ code }));
  });
});
