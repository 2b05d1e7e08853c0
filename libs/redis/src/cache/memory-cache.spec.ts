import { cacheContract } from './cache.contract.js';
import { MemoryCache } from './memory-cache.js';

describe('MemoryCache', () => {
  const cache = new MemoryCache();
  cacheContract(() => cache);

  it('evicts the oldest entry when it is full', async () => {
    const small = new MemoryCache(2);
    for (const key of ['a', 'b', 'a', 'c']) await small.set(key, key, 60_000);
    expect(await Promise.all(['a', 'b', 'c'].map((key) => small.get(key)))).toEqual(['a', null, 'c']);
  });
});
