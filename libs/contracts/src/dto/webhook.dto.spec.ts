import { newWebhookSchema } from './webhook.dto.js';

const isAccepted = (url: string) => newWebhookSchema.safeParse({ url, events: ['upload.finished'] }).success;

describe('newWebhookSchema', () => {
  it.each(['https://example.org/hook', 'http://example.org:8080/?a=b', ' https://bücher.example/ '])(
    'accepts %j',
    (url) => expect(isAccepted(url)).toBe(true),
  );

  it.each([
    'http://exam\nple.org/',
    'http://exam\u0000ple.org/',
    'https://example.org/\u202egpj',
    'https://example.org/\u2028a',
    'https://user@example.org/',
    'ftp://example.org/',
  ])('refuses %j', (url) => expect(isAccepted(url)).toBe(false));
});
