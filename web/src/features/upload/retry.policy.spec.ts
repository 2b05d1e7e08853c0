import { reactionTo, retryDelay } from './retry.policy.js';

describe('reactionTo', () => {
  it.each([
    ['PATCH', 0, null, 'retry'],
    ['POST', 0, null, 'retry'],
    ['HEAD', 404, null, 'restart'],
    ['PATCH', 404, 'uploads.not-found', 'restart'],
    ['PATCH', 410, null, 'restart'],
    ['POST', 404, 'bundles.not-found', 'refuse'],
    ['POST', 410, 'bundles.expired', 'refuse'],
    ['PATCH', 408, 'files.too-slow', 'retry'],
    ['PATCH', 409, 'uploads.wrong-offset', 'retry'],
    ['PATCH', 423, 'uploads.being-written', 'retry'],
    ['PATCH', 429, 'files.too-many-transfers', 'retry'],
    ['POST', 429, 'files.too-many-uploads', 'refuse'],
    ['POST', 503, 'files.too-many-anonymous-uploads', 'refuse'],
    ['POST', 403, 'files.limit-reached', 'refuse'],
    ['POST', 413, 'files.too-large', 'refuse'],
    ['PATCH', 500, 'server.error', 'retry'],
    ['PATCH', 502, null, 'retry'],
    ['PATCH', 503, null, 'retry'],
    ['PATCH', 507, 'server.storage-full', 'refuse'],
    ['POST', 201, null, 'refuse'],
  ] as const)('reacts to %s answered with %s %s by: %s', (method, status, code, reaction) => {
    expect(reactionTo({ method, status, code: code as never, attempts: 0 })).toBe(reaction);
  });

  it('gives up after many errors of the server in a row, but never on the network', () => {
    expect(reactionTo({ method: 'PATCH', status: 500, code: null, attempts: 6 })).toBe('refuse');
    expect(reactionTo({ method: 'PATCH', status: 0, code: null, attempts: 600 })).toBe('retry');
  });
});

describe('retryDelay', () => {
  it('the retry delay doubles up to half a minute, with jitter', () => {
    expect([0, 1, 2, 10].map((attempts) => retryDelay(attempts, 0))).toEqual([500, 1000, 2000, 30_000]);
    expect(retryDelay(10, 1)).toBe(22_500);
  });
});
