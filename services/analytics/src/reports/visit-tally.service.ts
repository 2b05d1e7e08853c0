import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Decomposition } from '../roll-ups/period.js';
import { PeriodRepository } from '../roll-ups/period.repository.js';
import { type Dimension, emptyCounts, type StoredTally, type Tally } from '../roll-ups/tally.js';
import { VisitorSketch } from '../roll-ups/visitor-sketch.js';
import { hostOf } from '../visitors/host-of.js';
import { entriesFrom, type RestPosition } from './entry-range.js';
import { rollUpOf, type VisitFilter } from './visit-filter.js';

/** Entries summed up by one query. An hour that has not been split yet can have millions. */
const CHUNK = 20_000;

/** Sums of entries, with the position of the newest entry. Null fields: there are no entries. */
interface RestRow {
  readonly views: number;
  readonly readers: number;
  readonly completion: number;
  readonly last_view_at: Date | null;
  readonly visitors: Buffer | null;
  readonly counts: readonly (readonly [Dimension, value: string, views: number])[] | null;
  readonly id: string | null;
  readonly position: string | null;
}

/** Sums up the visits that a filter selects: whole periods from the roll-ups, the ends of the range from entries. */
@Injectable()
export class VisitTallyService {
  constructor(private readonly periods: PeriodRepository) {}

  /** @param decomposition of the filter's time */
  async read(manager: EntityManager, filter: VisitFilter, { periods, rest }: Decomposition): Promise<Tally> {
    const tally = await this.periods.read(manager, rollUpOf(filter), { periods });
    for (const range of rest) await this.addRest(manager, { ...filter, ...range }, tally);
    return tally;
  }

  private async addRest(
    manager: EntityManager,
    filter: VisitFilter & { readonly from: Date },
    tally: Tally,
  ): Promise<void> {
    let after: RestPosition | null = null;
    for (;;) {
      const { text, parameters } = entriesFrom(filter, after, CHUNK);
      const [row] = await manager.query<RestRow[]>(text, [...parameters]);
      if (!row || row.id === null || row.position === null) return;
      tally.uniteStored(storedTally(row));
      if (row.views < CHUNK) return;
      after = { id: row.id, position: row.position };
    }
  }
}

function storedTally({ visitors, counts: rows, ...sums }: RestRow): StoredTally {
  const counts = emptyCounts();
  for (const [dimension, stored, views] of rows ?? []) {
    const value = dimension === 'referrer' ? hostOf(stored) : stored;
    counts[dimension][value] = (counts[dimension][value] ?? 0) + views;
  }
  const sketch = VisitorSketch.ofHashes(visitors ?? Buffer.alloc(0));
  return { ...sums, visitors: sketch.encode(), counts };
}
