import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { decompose } from '../roll-ups/period.js';
import { PeriodRepository } from '../roll-ups/period.repository.js';
import type { Tally } from '../roll-ups/tally.js';
import { hostOf } from '../visitors/host-of.js';
import { restOfHour } from './report-queries.js';
import { entryCondition, rollUpOf, type VisitFilter } from './visit-filter.js';

interface RestRow {
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
    for (const range of rest) {
      const parameters: unknown[] = [];
      const condition = entryCondition({ ...filter, ...range }, parameters);
      const rows: RestRow[] = await manager.query(restOfHour(condition), parameters);
      for (const { accessedAt, visitor, referer, link, pagesSeen, completion, ...values } of rows) {
        tally.add({
          accessedAt,
          visitor,
          values: { ...values, referrer: hostOf(referer), link: link ?? filter.fileId },
        });
        if (pagesSeen === 0) continue;
        tally.readers++;
        tally.completion += completion;
      }
    }
    return tally;
  }
}
