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

  it('starts tasks of one key and group together, and the next task after all of them', async () => {
    const queue = new KeyedQueue();
    const steps: string[] = [];
    const opens: (() => void)[] = [];
    const held = (name: string) => async () => {
      steps.push(`${name} starts`);
      await new Promise<void>((resolve) => opens.push(resolve));
      steps.push(`${name} ends`);
    };
    const visits = [queue.run('a', held('one'), 'visits'), queue.run('a', held('two'), 'visits')];
    const deletion = queue.run('a', () => Promise.resolve(steps.push('delete')));
    await new Promise(setImmediate);
    expect(steps).toEqual(['one starts', 'two starts']);
    for (const open of opens.reverse()) open();
    await Promise.all([...visits, deletion]);

    expect(steps).toEqual(['one starts', 'two starts', 'two ends', 'one ends', 'delete']);
  });
});
