import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { decompose } from '../roll-ups/period.js';
import { PeriodRepository } from '../roll-ups/period.repository.js';
import { type Counts, countsOf, Tally } from '../roll-ups/tally.js';
import { VisitorSketch } from '../roll-ups/visitor-sketch.js';
import { hostOf } from '../visitors/host-of.js';
import { entriesFrom, type RestPosition } from './entry-range.js';
import { rollUpOf, type VisitFilter } from './visit-filter.js';

/** Entries that are summed up at once: an hour can have millions. */
const CHUNK = 20_000;

/** Sums of entries, with the position of the newest; null: there are none. */
interface RestRow {
  readonly views: number;
  readonly readers: number;
  readonly completion: number;
  readonly last_view_at: Date | null;
  readonly visitors: Buffer | null;
  readonly counts: Partial<Counts>;
  readonly id: string | null;
  readonly position: string | null;
}

/** Sums of the visits that a filter selects: whole periods from the roll-ups, the ends of the range from entries. */
@Injectable()
export class VisitTallyService {
  constructor(private readonly periods: PeriodRepository) {}

  async read(manager: EntityManager, filter: VisitFilter): Promise<Tally> {
    const { periods, rest } = decompose(filter);
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
      tally.unite(tallyOf(row));
      if (row.views < CHUNK) return;
      after = { id: row.id, position: row.position };
    }
  }
}

function tallyOf({ views, readers, completion, last_view_at: lastViewAt, visitors, counts }: RestRow): Tally {
  const referrer: Record<string, number> = {};
  for (const [referer, count] of Object.entries(counts.referrer ?? {})) {
    const host = hostOf(referer);
    referrer[host] = (Object.hasOwn(referrer, host) ? (referrer[host] ?? 0) : 0) + count;
  }
  const tally = new Tally(
    countsOf({ ...counts, referrer }),
    VisitorSketch.ofHashes(visitors ?? Buffer.alloc(0)),
  );
  return Object.assign(tally, { views, readers, completion, lastViewAt });
}
