import { metrics } from './metrics.js';

const lookups = metrics.counter({
  name: 'waybill_cache_lookups_total',
  help: 'Questions to a cache, by whether it knew the answer',
  labels: ['cache', 'outcome'],
});

/** Counts the questions to one cache, `cache` being its name: how often it knew the answer, how often not. */
export function countLookups(cache: string): { hit(): void; miss(): void } {
  return {
    hit: () => lookups.add({ cache, outcome: 'hit' }),
    miss: () => lookups.add({ cache, outcome: 'miss' }),
  };
}
