import { metrics } from './metrics.js';

const lookups = metrics.counter({
  name: 'waybill_cache_lookups_total',
  help: 'Cache lookups by outcome (hit or miss)',
  labels: ['cache', 'outcome'],
});

/** Counts hits and misses of the cache called `cache`. */
export function countLookups(cache: string): { hit(): void; miss(): void } {
  return {
    hit: () => lookups.add({ cache, outcome: 'hit' }),
    miss: () => lookups.add({ cache, outcome: 'miss' }),
  };
}
