import { setImmediate } from 'node:timers/promises';
import type { ByteRange } from '../object-store.js';
import { RecentReads } from './recent-reads.js';

/** Bytes of a buffer. Larger than the buffers that Node takes from a shared pool, which `freeBuffer` does not free. */
const SIZE = 8192;

const RANGE = { start: 0, end: 3 };
const MEBIBYTE = 1024 * 1024;

describe('RecentReads', () => {
  let reads: RecentReads;
  let count: number;
  let now: number;
  const read = () => Promise.resolve(Buffer.alloc(SIZE, ++count));
  const use = (key: string, range: ByteRange, from = read): Promise<number | undefined> =>
    reads.use(key, range, from, (bytes) => bytes[0]);

  beforeEach(() => {
    now = 5_000;
    reads = new RecentReads({ now: () => now });
    count = 0;
  });

  it('shares one read among all that want the same bytes within 50 ms', async () => {
    const [first, second] = await Promise.all([use('a', RANGE), use('a', RANGE)]);
    expect([first, second, await use('a', RANGE)]).toEqual([1, 1, 1]);
  });

  it('reads again after 50 ms', async () => {
    await use('a', RANGE);
    now += 51;
    await use('a', RANGE);
    expect(count).toBe(2);
  });

  it('distinguishes keys and ranges', async () => {
    await use('a', RANGE);
    await use('a', { start: 1, end: 3 });
    await use('a/b', RANGE);
    expect(count).toBe(3);
  });

  it('reads again what was invalidated, and nothing else', async () => {
    await use('a', RANGE);
    await use('a/b', RANGE);
    reads.invalidate('a');
    await use('a', RANGE);
    await use('a/b', RANGE);
    expect(count).toBe(3);
  });

  it('keeps no failure', async () => {
    await expect(use('a', RANGE, () => Promise.reject(new Error('the store is down')))).rejects.toThrow(
      'the store is down',
    );
    expect(await use('a', RANGE)).toBe(1);
  });

  it('keeps at most 8 MiB', async () => {
    const large = { start: 0, end: 2 * MEBIBYTE - 1 };
    for (const key of ['a', 'b', 'c', 'd', 'e']) await use(key, large);
    await use('e', large);
    expect(count).toBe(5);
    await use('a', large);
    expect(count).toBe(6);
  });

  it('frees the bytes once they are dropped and nobody uses them', async () => {
    let kept: Buffer | undefined;
    let answer: (bytes: Buffer) => void = () => undefined;
    const slow = () => new Promise<Buffer>((resolve) => (answer = resolve));
    const using = reads.use('a', RANGE, slow, (bytes) => {
      kept = bytes;
      return bytes[0];
    });
    reads.invalidate('a');
    answer(Buffer.alloc(SIZE, 7));
    expect(await using).toBe(7);
    await setImmediate();
    expect(kept).toHaveLength(0);
  });
});
