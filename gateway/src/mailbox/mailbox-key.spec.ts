import { createMailboxKey, isMailboxKey, mailboxUrl } from './mailbox-key.js';

describe('isMailboxKey', () => {
  const key = createMailboxKey();

  it('accepts the key of this start only', () => {
    expect(isMailboxKey(key, key)).toBe(true);
    expect(isMailboxKey(key, createMailboxKey())).toBe(false);
  });

  it.each([undefined, '', 'guess', key.slice(1), `${key}x`, [key], null])('refuses %j', (guess) => {
    expect(isMailboxKey(guess, key)).toBe(false);
  });

  it.each([undefined, '', null, key])('refuses %j when there is no mailbox', (guess) => {
    expect(isMailboxKey(guess, null)).toBe(false);
  });
});

describe('createMailboxKey', () => {
  it('creates 256 bits that fit into a URL and a cookie', () => {
    const key = createMailboxKey();
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(mailboxUrl(new URL('https://waybill.example'), key)).toBe(
      `https://waybill.example/mailbox?key=${key}`,
    );
  });
});
