import { evenTime } from './even-time.js';

describe('evenTime', () => {
  it('answers no earlier than its floor, in success and in failure', async () => {
    // Timers may fire up to a millisecond before the time that was asked for.
    const floor = 49;
    const started = performance.now();
    await expect(evenTime(50, async () => 'done')).resolves.toBe('done');
    expect(performance.now() - started).toBeGreaterThanOrEqual(floor);

    const again = performance.now();
    await expect(evenTime(50, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(performance.now() - again).toBeGreaterThanOrEqual(floor);
  });
});
