import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairSemaphore, type WaitRefusal } from './fair-semaphore.js';

describe('FairSemaphore', () => {
  /** Tasks that ran, in the order of their starts. */
  let started: string[];
  beforeEach(() => (started = []));

  /** Runs a task that is named by its key and a number. @returns `ran` or why it did not run */
  function runIn(
    semaphore: FairSemaphore,
    name: string,
    { maxWaiting = 10, deadline = undefined as number | undefined } = {},
  ): Promise<'ran' | WaitRefusal> {
    const key = name.replace(/\d+$/, '');
    const work = async () => {
      started.push(name);
      await nextTurn();
      return 'ran' as const;
    };
    return semaphore
      .run({ key, maxWaiting, deadline }, work)
      .catch((error: unknown) => (error as { reason: WaitRefusal }).reason);
  }

  it('runs at most as many tasks at once as it has permits, and all in the end', async () => {
    const semaphore = new FairSemaphore({ permits: 2, maxWaiting: 10 });
    let inside = 0;
    let most = 0;
    const task = (key: string) =>
      semaphore.run({ key, maxWaiting: 10 }, async () => {
        most = Math.max(most, ++inside);
        await nextTurn();
        inside -= 1;
      });
    await Promise.all(['a', 'a', 'b', 'a', 'c', 'b', 'a'].map(task));
    expect(most).toBe(2);
    expect(inside).toBe(0);
  });

  it('lets the keys take turns, however many tasks of each wait', async () => {
    const semaphore = new FairSemaphore({ permits: 1, maxWaiting: 10 });
    await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => runIn(semaphore, name)));
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('refuses a task when too many of its key wait, and takes those of other keys', async () => {
    const semaphore = new FairSemaphore({ permits: 1, maxWaiting: 10 });
    const options = { maxWaiting: 2 };
    const names = ['a1', 'a2', 'a3', 'a4', 'b1'];
    const outcomes = names.map((name) => runIn(semaphore, name, options));
    expect(await Promise.all(outcomes)).toEqual(['ran', 'ran', 'ran', 'key-full', 'ran']);
    expect(await runIn(semaphore, 'a5', options)).toBe('ran');
  });

  it('drops the last task of the key with the most for one with fewer when too many wait', async () => {
    const semaphore = new FairSemaphore({ permits: 1, maxWaiting: 3 });
    const outcomes = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1'].map((name) => runIn(semaphore, name));
    expect(await Promise.all(outcomes)).toEqual(['ran', 'ran', 'full', 'full', 'ran', 'ran', 'full']);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  it('drops a task whose deadline passed while it waited', async () => {
    const semaphore = new FairSemaphore({ permits: 1, maxWaiting: 10 });
    const late = { deadline: Date.now() };
    const inTime = { deadline: Date.now() + 60_000 };
    const outcomes = [
      runIn(semaphore, 'a1', late),
      runIn(semaphore, 'a2', late),
      runIn(semaphore, 'b1', late),
      runIn(semaphore, 'a3', inTime),
    ];
    expect(await Promise.all(outcomes)).toEqual(['ran', 'late', 'late', 'ran']);
    expect(await runIn(semaphore, 'a4')).toBe('ran');
  });

  it('frees the place of a failed task', async () => {
    const semaphore = new FairSemaphore({ permits: 1, maxWaiting: 10 });
    const options = { key: 'a', maxWaiting: 1 };
    const failing = semaphore.run(options, () => Promise.reject(new Error('stumbled')));
    const next = semaphore.run(options, () => Promise.resolve('through'));
    await expect(failing).rejects.toThrow('stumbled');
    await expect(next).resolves.toBe('through');
  });
});
