import type { IncomingHttpHeaders } from 'node:http';
import { checkEmbedding, checkOrigin } from './csrf.hook.js';

const OWN_ORIGIN = 'https://waybill.example';
const check = (method: string, headers: IncomingHttpHeaders) => () =>
  checkOrigin(method, { host: 'waybill.example', ...headers }, OWN_ORIGIN);
const foreign = expect.objectContaining({ code: 'request.foreign-origin' });

describe('checkOrigin', () => {
  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('refuses %s from another site', (method) => {
    expect(check(method, { origin: 'https://evil.example' })).toThrow(foreign);
  });

  it.each([{ origin: 'null' }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])(
    'refuses %j',
    (headers) => {
      expect(check('POST', headers)).toThrow(foreign);
    },
  );

  it.each([{ origin: OWN_ORIGIN }, { 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}])(
    'accepts %j',
    (headers) => {
      expect(check('POST', headers)).not.toThrow();
    },
  );

  it.each(['cross-site', 'same-site', 'same-origin, cross-site'])(
    'refuses an own Origin with the Sec-Fetch-Site %s, because each of the two is checked',
    (site) => {
      expect(check('POST', { origin: OWN_ORIGIN, 'sec-fetch-site': site })).toThrow(foreign);
    },
  );

  it('refuses a foreign Origin with an own Sec-Fetch-Site', () => {
    expect(check('POST', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' })).toThrow(
      foreign,
    );
  });

  it('accepts what a browser sends with the calls of the own pages', () => {
    expect(check('POST', { origin: OWN_ORIGIN, 'sec-fetch-site': 'same-origin' })).not.toThrow();
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('accepts %s from any origin, because it changes nothing', (method) => {
    expect(check(method, { origin: 'https://evil.example' })).not.toThrow();
  });

  it('refuses an origin other than PUBLIC_URL, even if it has the requested host, as a rebound name does', () => {
    expect(check('POST', { origin: 'http://waybill.example' })).toThrow(foreign);
    expect(check('POST', { origin: 'http://evil.example', host: 'evil.example' })).toThrow(foreign);
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'accepts the requested host as the origin while PUBLIC_URL is %s, for use in a local network',
    (publicOrigin) => {
      const headers = { host: '192.168.1.7:3000', origin: 'http://192.168.1.7:3000' };
      expect(() => checkOrigin('POST', headers, publicOrigin)).not.toThrow();
    },
  );

  it('refuses an origin that only starts with the own host', () => {
    expect(check('POST', { origin: 'https://waybill.example.evil.example' })).toThrow(foreign);
  });
});

describe('checkEmbedding', () => {
  const limited = ['/api/reset-password', '/api/auth/oidc/start', '/api/auth/oidc/callback'];

  it.each(limited)('refuses a page of another site that loads %s as an image or a frame', (route) => {
    for (const site of ['cross-site', 'same-site'])
      for (const dest of ['image', 'iframe', 'empty'])
        expect(() => checkEmbedding(route, { 'sec-fetch-site': site, 'sec-fetch-dest': dest })).toThrow(
          foreign,
        );
  });

  it.each(limited)('accepts a link of another site to %s, the own pages and programs', (route) => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
      {},
    ])
      expect(() => checkEmbedding(route, headers)).not.toThrow();
  });

  it('accepts other calls that a page of another site embeds', () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
    expect(() => checkEmbedding('/api/qr-code/:id', headers)).not.toThrow();
    expect(() => checkEmbedding(undefined, headers)).not.toThrow();
  });
});
