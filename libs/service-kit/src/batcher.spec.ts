import { Batcher } from './batcher.js';

describe('Batcher', () => {
  const batches: number[][] = [];
  const batcherOf = (perform: (items: readonly number[]) => Promise<number[]>, maxSize = 100) =>
    new Batcher<number, number>({
      maxSize,
      perform: (items) => {
        batches.push([...items]);
        return perform(items);
      },
      isCommonFailure: (error) => (error as Error).message === 'unavailable',
    });
  const double = (items: readonly number[]) => Promise.resolve(items.map((item) => 2 * item));
  beforeEach(() => batches.splice(0));

  it('performs the calls of one turn together, and returns to each its own output', async () => {
    const batcher = batcherOf(double);

    await expect(Promise.all([1, 2, 3].map((n) => batcher.add(n)))).resolves.toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('performs calls that arrive during a batch in the next one, in their order', async () => {
    const batcher = batcherOf(async (items) => {
      if (items[0] === 1) later.push(batcher.add(2), batcher.add(3));
      return double(items);
    });
    const later: Promise<number>[] = [];
    await batcher.add(1);

    await expect(Promise.all(later)).resolves.toEqual([4, 6]);
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it('splits calls into batches of at most the maximum size', async () => {
    const batcher = batcherOf(double, 2);
    await Promise.all([1, 2, 3, 4, 5].map((n) => batcher.add(n)));

    expect(batches).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('fails only the item at fault when a batch fails', async () => {
    const batcher = batcherOf((items) =>
      items.includes(3) ? Promise.reject(new Error('three')) : double(items),
    );
    const results = await Promise.allSettled([1, 2, 3, 4].map((n) => batcher.add(n)));

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  it('tries no item alone after a failure that concerns all', async () => {
    const batcher = batcherOf(() => Promise.reject(new Error('unavailable')));
    const results = await Promise.allSettled([1, 2, 3].map((n) => batcher.add(n)));

    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(batches).toHaveLength(1);
  });

  describe('with a time to gather', () => {
    const GATHER_MS = 1000;
    const gathering = () =>
      new Batcher<number, number>({
        maxSize: 100,
        gatherMs: GATHER_MS,
        perform: (items) => {
          batches.push([...items]);
          return double(items);
        },
      });
    const add = (batcher: Batcher<number, number>, items: number[]) =>
      Promise.all(items.map((item) => batcher.add(item)));
    const turn = () => new Promise((resolve) => setImmediate(resolve));

    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    it('a gathering batcher waits for nothing while calls come alone', async () => {
      const batcher = gathering();
      await add(batcher, [1]);
      await add(batcher, [2]);
      expect(batches).toEqual([[1], [2]]);
    });

    it('a gathering batcher starts a batch as soon as as many calls have arrived as in the last one', async () => {
      const batcher = gathering();
      await add(batcher, [1, 2, 3]);
      const first = add(batcher, [4, 5]);
      await turn();
      await turn();
      expect(batches).toEqual([[1, 2, 3]]);
      await Promise.all([first, add(batcher, [6])]);
      expect(batches).toEqual([
        [1, 2, 3],
        [4, 5, 6],
      ]);
    });

    it('a gathering batcher performs a smaller batch when the maximum wait is over', async () => {
      const batcher = gathering();
      await add(batcher, [1, 2, 3]);
      const later = add(batcher, [4]);
      await turn();
      await jest.advanceTimersByTimeAsync(GATHER_MS - 1);
      expect(batches).toEqual([[1, 2, 3]]);
      await jest.advanceTimersByTimeAsync(1);
      await expect(later).resolves.toEqual([8]);
    });

    it('a gathering batcher waits for a call that stays alone only a few times', async () => {
      const batcher = gathering();
      await add(batcher, [1, 2, 3, 4, 5, 6, 7, 8]);
      let waits = 0;
      for (let item = 9; item < 20; item++) {
        const performed = batches.length;
        const alone = batcher.add(item);
        await turn();
        if (batches.length === performed) waits += 1;
        await jest.advanceTimersByTimeAsync(GATHER_MS);
        await alone;
      }
      expect(waits).toBe(3);
    });
  });
});
