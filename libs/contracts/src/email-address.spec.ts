import { emailKey, mailboxOf } from './email-address.js';

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

describe('mailboxOf', () => {
  it.each(['ada+news@example.org', 'ada+news+2@example.org', 'ada+@example.org', ' Ada+News@Example.org'])(
    'maps %s to the mailbox without its tag',
    (address) => {
      expect(mailboxOf(address)).toBe('ada@example.org');
    },
  );

  it('keeps a plus in the domain', () => {
    expect(mailboxOf('ada@a+b.example.org')).toBe('ada@a+b.example.org');
  });
});
