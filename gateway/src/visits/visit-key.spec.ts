import { createSecretKey } from 'node:crypto';
import { visitKeyOf as keyOf, type VisitRequest } from './visit-key.js';

const secret = createSecretKey(Buffer.alloc(32, 1));
const visitKeyOf = (request: VisitRequest, by = secret) => keyOf(request, by);

const request: VisitRequest = {
  visitId: null,
  status: 200,
  isOwnPreview: false,
  address: '192.0.2.1',
  userAgent: 'Browser/1',
  method: 'GET',
  isBot: false,
};

describe('visitKeyOf', () => {
  it('gives all requests of one page view the same key', () => {
    const keys = ([200, 206, 304] as const).map(
      (status) => visitKeyOf({ ...request, visitId: 'v1', status })?.key,
    );
    expect(keys).toEqual(['page:v1', 'page:v1', 'page:v1']);
  });

  it('makes a full download without a visit id a new visit, which later ranges join', () => {
    const download = visitKeyOf(request);
    const range = visitKeyOf({ ...request, status: 206 });
    expect(download?.key).toBeNull();
    expect(range?.key).toBe(download?.joinKey);
  });

  it('distinguishes clients by address and user agent', () => {
    const keys = [
      visitKeyOf({ ...request, status: 206 }),
      visitKeyOf({ ...request, status: 206, address: '192.0.2.2' }),
      visitKeyOf({ ...request, status: 206, userAgent: 'Browser/2' }),
    ].map((visit) => visit?.key);
    expect(new Set(keys).size).toBe(3);
  });

  it('contains a keyed hash of the address instead of the address', () => {
    const bySecrets = [secret, createSecretKey(Buffer.alloc(32, 2))].map(
      (by) => visitKeyOf({ ...request, status: 206 }, by)?.key,
    );
    expect(new Set(bySecrets).size).toBe(2);
  });

  it('does not count a 304 without a visit id', () => {
    expect(visitKeyOf({ ...request, status: 304 })).toBeNull();
  });

  it('gives a machine a key of its own, also with the visit id of a page', () => {
    const prefetch = visitKeyOf({ ...request, isBot: true, visitId: 'v1' });
    const person = visitKeyOf({ ...request, visitId: 'v1' });
    const laterPrefetch = visitKeyOf({ ...request, isBot: true, visitId: 'v2' });
    expect(prefetch?.key).not.toBe(person?.key);
    expect(prefetch).toEqual(laterPrefetch);
    expect(prefetch?.key).toMatch(/^bot:/);
  });

  it('keeps HEAD and the other requests of a machine apart', () => {
    const keys = ['HEAD', 'GET', 'POST'].map(
      (method) => visitKeyOf({ ...request, isBot: true, method })?.key,
    );
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys[1]).toBe(keys[2]);
  });

  it("does not count owners' inline previews of their own files", () => {
    expect(visitKeyOf({ ...request, isOwnPreview: true, visitId: 'v1' })).toBeNull();
  });
});
