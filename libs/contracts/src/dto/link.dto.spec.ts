import { fieldMessages } from '../ui-messages.js';
import { linkSettingsSchema, openLinkSchema } from './link.dto.js';

/** Spellings that `emailKey` maps to `grace@corp.example` or to an address at `navy.example`. */
const lookAlikes = [
  '\uff47race@corp.example',
  'x@evil.example\uff20navy.example',
  'x@evil.example\ufe6bnavy.example',
  'x@\uff4eavy.example',
];

describe('addresses of the e-mail gate of a link', () => {
  it.each(lookAlikes)('an opening refuses the look-alike %s', (email) => {
    const { error } = openLinkSchema.safeParse({ email });
    expect(error?.issues).toEqual([
      expect.objectContaining({ path: ['email'], message: fieldMessages.emailInvalid }),
    ]);
  });

  it.each([...lookAlikes, '@\uff4eavy.example', '\uff20navy.example'])(
    'a list of allowed addresses refuses the look-alike %s',
    (entry) => {
      const { error } = linkSettingsSchema.safeParse({ allowedEmails: [entry] });
      expect(error?.issues).toEqual([
        expect.objectContaining({ path: ['allowedEmails', 0], message: fieldMessages.allowedEmailInvalid }),
      ]);
    },
  );

  it('an opening keeps the case of an address, and has its letters in one Unicode form', () => {
    // The Kelvin sign is the letter K in another code point.
    const given = { email: ' \u212aate.Zoe\u0308@M\u00dcNCHEN.de ' };
    expect(openLinkSchema.parse(given).email).toBe('Kate.Zo\u00eb@M\u00dcNCHEN.de');
  });

  it('a list of allowed addresses takes addresses and domains in any case and Unicode form', () => {
    const allowedEmails = [' Ada@Example.ORG', '@Mu\u0308nchen.de '];
    expect(linkSettingsSchema.parse({ allowedEmails }).allowedEmails).toEqual([
      'ada@example.org',
      '@m\u00fcnchen.de',
    ]);
  });
});
