import { withMinimumDuration } from './minimum-duration.js';

describe('withMinimumDuration', () => {
  it('settles no earlier than the minimum, on success and on failure', async () => {
    // Timers can fire up to a millisecond early.
    const floor = 49;
    const started = performance.now();
    await expect(withMinimumDuration(50, async () => 'done')).resolves.toBe('done');
    expect(performance.now() - started).toBeGreaterThanOrEqual(floor);

    const again = performance.now();
    await expect(withMinimumDuration(50, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(performance.now() - again).toBeGreaterThanOrEqual(floor);
  });
});
