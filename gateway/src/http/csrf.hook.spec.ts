import type { IncomingHttpHeaders } from 'node:http';
import { rejectForeignOrigin } from './csrf.hook.js';

const OWN_ORIGIN = 'https://waybill.example';
const check = (method: string, headers: IncomingHttpHeaders) => () =>
  rejectForeignOrigin(method, { host: 'waybill.example', ...headers }, OWN_ORIGIN);
const foreign = expect.objectContaining({ code: 'request.foreign-origin' });

describe('refuseForeignOrigin', () => {
  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('refuses %s from another site', (method) => {
    expect(check(method, { origin: 'https://evil.example' })).toThrow(foreign);
  });

  it.each([{ origin: 'null' }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])(
    'refuses %j',
    (headers) => {
      expect(check('POST', headers)).toThrow(foreign);
    },
  );

  it.each([
    { origin: OWN_ORIGIN },
    { origin: 'http://waybill.example', host: 'waybill.example' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    {},
  ])('accepts %j', (headers) => {
    expect(check('POST', headers)).not.toThrow();
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('accepts %s from any origin, because it changes nothing', (method) => {
    expect(check(method, { origin: 'https://evil.example' })).not.toThrow();
  });

  it('refuses an origin that only starts with the own host', () => {
    expect(check('POST', { origin: 'https://waybill.example.evil.example' })).toThrow(foreign);
  });
});
