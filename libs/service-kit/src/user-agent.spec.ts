import { browserName, readUserAgent } from './user-agent.js';

describe('browserName', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
      'Chrome 143 on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'Safari 18 on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari 18 on iOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145 on Linux'],
    ['curl/8.5.0', ''],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot 2'],
    ['complete nonsense', ''],
    ['', ''],
  ])('reads %j as %j', (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name);
  });
});

describe('readUserAgent', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

  it('parses a recent user agent once', () => {
    expect(readUserAgent(firefox)).toBe(readUserAgent(firefox));
  });

  it('reads a user agent again after very many others', () => {
    const first = readUserAgent(firefox);
    for (let n = 0; n < 3000; n++) readUserAgent(`${firefox} ${n}`);
    expect(readUserAgent(firefox)).not.toBe(first);
    expect(readUserAgent(firefox)).toEqual(first);
  });
});
