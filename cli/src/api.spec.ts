import { refusalOf } from './api.js';
import { exitCode, type NetworkError } from './errors.js';

describe('refusalOf', () => {
  it('replaces characters that move the cursor in a message of the server', () => {
    const body = JSON.stringify({ message: 'Gone\u001B[2J\u001B]0;title\u0007\u202E' });
    expect(refusalOf(410, body, 'http://localhost').message).toBe('Gone\uFFFD[2J\uFFFD]0;title\uFFFD\uFFFD');
  });

  it.each([408, 423, 429, 500, 502, 503, 504])('takes %i for temporary, with or without a body', (status) => {
    const body = JSON.stringify({ code: 'server.busy', message: 'Busy' });
    for (const error of [
      refusalOf(status, body, 'http://localhost'),
      refusalOf(status, '', 'http://localhost'),
    ])
      expect(error.exitCode).toBe(exitCode.network);
  });

  it.each([
    [403, 'files.forbidden'],
    [500, 'files.content-missing'],
    [507, 'server.storage-full'],
  ])('takes %i with the code %s for final', (status, code) => {
    const body = JSON.stringify({ code, message: 'No' });
    expect(refusalOf(status, body, 'http://localhost').exitCode).toBe(exitCode.refused);
  });

  it('reads Retry-After in seconds and as a date', () => {
    expect(refusalOf(429, '', 'http://localhost', '7')).toMatchObject({ retryAfterMs: 7000 });
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const { retryAfterMs } = refusalOf(429, '', 'http://localhost', date) as NetworkError;
    expect(retryAfterMs).toBeGreaterThan(3_000_000);
    expect(refusalOf(429, '', 'http://localhost', 'soon')).toMatchObject({ retryAfterMs: 0 });
  });
});
