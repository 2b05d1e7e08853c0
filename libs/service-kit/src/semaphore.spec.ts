import { setImmediate as nextTurn } from 'node:timers/promises';
import { Semaphore } from './semaphore.js';

describe('Semaphore', () => {
  it('runs at most as many tasks at once as it has places, and all in the end', async () => {
    const turnstile = new Semaphore(2);
    let inside = 0;
    let most = 0;
    const visit = () =>
      turnstile.run(async () => {
        most = Math.max(most, ++inside);
        await nextTurn();
        inside -= 1;
      });
    await Promise.all(Array.from({ length: 9 }, visit));
    expect(most).toBe(2);
    expect(inside).toBe(0);
  });

  it('frees the place of a failed task', async () => {
    const turnstile = new Semaphore(1);
    await expect(turnstile.run(() => Promise.reject(new Error('stumbled')))).rejects.toThrow('stumbled');
    await expect(turnstile.run(() => Promise.resolve('through'))).resolves.toBe('through');
  });
});
