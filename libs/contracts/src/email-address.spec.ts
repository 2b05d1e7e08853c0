import { emailKey } from './email-address.js';

describe('emailKey', () => {
  it.each([
    ['case', 'Ada@Example.ORG', 'ada@example.org'],
    ['surrounding blanks', '  ada@example.org ', 'ada@example.org'],
    ['the Unicode form of a letter', 'ade\u0301@example.org', 'ad\u00e9@example.org'],
    ['full-width letters', '\uff41da@example.org', 'ada@example.org'],
  ])('maps addresses that differ only in %s to the same key', (_, one, other) => {
    expect(emailKey(one)).toBe(emailKey(other));
  });

  it('maps different addresses to different keys', () => {
    expect(emailKey('ada@example.org')).not.toBe(emailKey('ada+2@example.org'));
  });
});
