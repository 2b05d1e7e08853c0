import { emailKey } from './email-address.js';

describe('emailKey', () => {
  it.each([
    ['case', 'Ada@Example.ORG', 'ada@example.org'],
    ['surrounding blanks', '  ada@example.org ', 'ada@example.org'],
    ['the Unicode form of a letter', 'ade\u0301@example.org', 'ad\u00e9@example.org'],
    ['full-width letters', '\uff41da@example.org', 'ada@example.org'],
  ])('takes addresses that differ only in %s for one account', (_, one, other) => {
    expect(emailKey(one)).toBe(emailKey(other));
  });

  it('keeps different people apart', () => {
    expect(emailKey('ada@example.org')).not.toBe(emailKey('ada+2@example.org'));
  });
});
