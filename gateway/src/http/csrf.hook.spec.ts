import type { IncomingHttpHeaders } from 'node:http';
import { rejectForeignOrigin } from './csrf.hook.js';

const OURS = 'https://waybill.example';
const refuse = (method: string, headers: IncomingHttpHeaders) => () =>
  rejectForeignOrigin(method, { host: 'waybill.example', ...headers }, OURS);
const foreign = expect.objectContaining({ code: 'request.foreign-origin' });

describe('refuseForeignOrigin', () => {
  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('refuses %s from another site', (method) => {
    expect(refuse(method, { origin: 'https://evil.example' })).toThrow(foreign);
  });

  it.each([{ origin: 'null' }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])(
    'refuses %j',
    (headers) => {
      expect(refuse('POST', headers)).toThrow(foreign);
    },
  );

  it.each([
    { origin: OURS },
    { origin: 'http://waybill.example', host: 'waybill.example' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    {},
  ])('lets %j through', (headers) => {
    expect(refuse('POST', headers)).not.toThrow();
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('lets %s through from anywhere, for it changes nothing', (method) => {
    expect(refuse(method, { origin: 'https://evil.example' })).not.toThrow();
  });

  it('is not fooled by a look-alike host', () => {
    expect(refuse('POST', { origin: 'https://waybill.example.evil.example' })).toThrow(foreign);
  });
});
