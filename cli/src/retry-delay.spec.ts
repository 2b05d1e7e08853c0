import { NetworkError, RefusedError } from './errors.js';
import { retryDelay } from './retry-delay.js';

describe('retryDelay', () => {
  it('waits as long as the server asks, up to a minute', () => {
    expect(retryDelay(new NetworkError('Busy', 5000), [500], 0)).toBe(5000);
    expect(retryDelay(new NetworkError('Busy', 100), [500], 0)).toBe(500);
    expect(retryDelay(new NetworkError('Busy', 60_001), [500], 0)).toBeUndefined();
  });

  it('gives up after a refusal, and after the last delay', () => {
    expect(retryDelay(new RefusedError('Gone', 410), [500], 0)).toBeUndefined();
    expect(retryDelay(new NetworkError('Away'), [500], 1)).toBeUndefined();
  });
});
