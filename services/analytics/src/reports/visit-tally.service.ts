import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { decompose } from '../roll-ups/period.js';
import { PeriodRepository } from '../roll-ups/period.repository.js';
import type { Tally } from '../roll-ups/tally.js';
import { hostOf } from '../visitors/host-of.js';
import { entriesFrom, type RestPosition } from './entry-range.js';
import { rollUpOf, type VisitFilter } from './visit-filter.js';

/** Entries that are in memory at once: an hour can have millions. */
const CHUNK = 1000;

interface RestRow extends RestPosition {
  readonly accessedAt: Date;
  readonly visitor: Buffer;
  readonly country: string;
  readonly city: string;
  readonly device: string;
  readonly system: string;
  readonly browser: string;
  readonly referer: string;
  readonly link: string | null;
  readonly pagesSeen: number;
  readonly completion: number;
}

/** Sums of the visits that a filter selects: whole periods from the roll-ups, the ends of the range from entries. */
@Injectable()
export class VisitTallyService {
  constructor(private readonly periods: PeriodRepository) {}

  async read(manager: EntityManager, filter: VisitFilter): Promise<Tally> {
    const { periods, rest } = decompose(filter);
    const tally = await this.periods.read(manager, rollUpOf(filter), { periods });
    for (const range of rest)
      for await (const rows of this.chunks(manager, { ...filter, ...range }))
        for (const row of rows) addEntry(tally, row, filter.fileId);
    return tally;
  }

  private async *chunks(
    manager: EntityManager,
    filter: VisitFilter & { readonly from: Date },
  ): AsyncGenerator<readonly RestRow[]> {
    let after: RestPosition | null = null;
    for (;;) {
      const { text, parameters } = entriesFrom(filter, after, CHUNK);
      const rows: RestRow[] = await manager.query(text, [...parameters]);
      yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < CHUNK) return;
      after = last;
    }
  }
}

function addEntry(tally: Tally, row: RestRow, fileId: string): void {
  const { country, city, device, system, browser } = row;
  const values = {
    country,
    city,
    device,
    system,
    browser,
    referrer: hostOf(row.referer),
    link: row.link ?? fileId,
  };
  tally.add({ accessedAt: row.accessedAt, visitor: row.visitor, values });
  if (row.pagesSeen === 0) return;
  tally.readers++;
  tally.completion += row.completion;
}
