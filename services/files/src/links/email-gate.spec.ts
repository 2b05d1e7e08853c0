import { emailGateKey, isEmailAllowed } from './email-gate.policy.js';

describe('the e-mail gate of a link', () => {
  it.each([
    ['@m\u00fcnchen.de', 'a@xn--mnchen-3ya.de'],
    ['@xn--mnchen-3ya.de', 'a@M\u00dcNCHEN.de'],
    ['a@m\u00fcnchen.xn--p1ai', 'a@XN--MNCHEN-3YA.\u0440\u0444'],
    // A domain that a version before stored with a look-alike.
    ['@\uff4eavy.example', 'a@navy.example'],
  ])('the e-mail gate of a link with %s admits %s', (allowed, email) => {
    expect(isEmailAllowed([allowed], email)).toBe(true);
  });

  it.each([
    ['@navy.example', 'a@xn--navy-.example'],
    ['@navy.example', 'a@navy\ufe0f.example'],
    ['@navy.example', 'a@navy.example/.evil.example'],
    ['@m\u00fcnchen.de', 'a@xn--mnchen-3ya.de/.evil.example'],
    ['@m\u00fcnchen.de', 'a@sub.xn--mnchen-3ya.de'],
    ['a@m\u00fcnchen.de', 'xn--mnchen-3ya.de@a'],
  ])('the e-mail gate of a link with %s refuses %s', (allowed, email) => {
    expect(isEmailAllowed([allowed], email)).toBe(false);
  });

  it('compares the part before the domain as it is written', () => {
    expect(emailGateKey('xn--mnchen-3ya@example.org')).toBe('xn--mnchen-3ya@example.org');
  });
});
