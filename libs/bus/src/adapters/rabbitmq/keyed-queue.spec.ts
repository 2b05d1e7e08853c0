import { KeyedQueue } from './keyed-queue.js';

describe('KeyedQueue', () => {
  it('runs tasks of one key in order, also after a failed one', async () => {
    const queue = new KeyedQueue();
    const steps: string[] = [];
    const first = queue.run('a', async () => {
      await Promise.resolve();
      steps.push('first');
      throw new Error('failed');
    });
    const second = queue.run('a', () => Promise.resolve(steps.push('second')));
    await expect(first).rejects.toThrow('failed');
    await expect(second).resolves.toBe(2);
    expect(steps).toEqual(['first', 'second']);
  });

  it('runs tasks of different keys concurrently', async () => {
    const queue = new KeyedQueue();
    let open: () => void = () => undefined;
    const held = queue.run('a', () => new Promise<void>((resolve) => (open = resolve)));
    await expect(queue.run('b', () => Promise.resolve('done'))).resolves.toBe('done');
    open();
    await held;
  });
});
