import { isMachine } from './is-machine.js';

const get = (userAgent: string, headers: Record<string, string> = {}) => ({
  method: 'GET',
  headers: { 'user-agent': userAgent, ...headers },
});
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

describe('isMachine', () => {
  it.each([
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'WhatsApp/2.23.20.0',
    'facebookexternalhit/1.1',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; ms-office; MSOffice 16)',
    'TelegramBot (like TwitterBot)',
    'Discordbot/2.0',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'Mozilla/5.0 (compatible; MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview)',
    'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
    'ClickUpLinkUnfurler/1.0 (+https://clickup.com)',
    'Claude-User (claude-code/2.1.86; +https://support.anthropic.com/)',
    'gotosocial/0.19.2 (+https://social.example.org)',
    'meta-externalfetcher/1.1',
    'Pinterest/0.2 (+https://www.pinterest.com/bot.html)',
    'Viber/13.3.0.5 CFNetwork/1410.0.3 Darwin/22.6.0',
    'Tumblr/14.0.835.186',
  ])('takes %s for a machine', (userAgent) => {
    expect(isMachine(get(userAgent))).toBe(true);
  });

  it.each([
    '',
    CHROME,
    CHROME.replace('Chrome', 'HeadlessChrome'),
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'curl/8.5.0',
    'Wget/1.21.4',
    'aria2/1.37.0',
    'Free Download Manager',
    'JDownloader/2.0',
    'python-requests/2.32.3',
    'node',
    'GetRight/6.5',
    'got (https://github.com/sindresorhus/got)',
    'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]',
    'Mozilla/5.0 (Linux; Android 15; K; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/143.0.0.0 Mobile Safari/537.36 [Pinterest/Android]',
    'some-agent/1.0',
    'Visitor/9723f902-767c-47a8-821f-6feed65e3887',
    'Phone/2.1 (install 0123feed45678)',
    "=cmd|' /C calc'!A1",
    '=HYPERLINK("https://evil.example")',
  ])('takes %j for a person', (userAgent) => {
    expect(isMachine(get(userAgent))).toBe(false);
  });

  it.each([
    ['sec-purpose', 'prefetch;prerender'],
    ['sec-purpose', 'prefetch;anonymous-client-ip'],
    ['purpose', 'prefetch'],
    ['x-moz', 'prefetch'],
    ['x-purpose', 'preview'],
  ])('takes a request with %s: %s for a machine', (name, value) => {
    expect(isMachine(get(CHROME, { [name]: value }))).toBe(true);
  });

  it('takes HEAD for a machine', () => {
    expect(isMachine({ ...get(CHROME), method: 'HEAD' })).toBe(true);
  });
});
