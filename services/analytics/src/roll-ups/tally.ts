import { VisitorSketch } from './visitor-sketch.js';

/** Properties by which visits are counted. */
export const dimensions = ['country', 'city', 'device', 'system', 'browser', 'referrer', 'link'] as const;
export type Dimension = (typeof dimensions)[number];

/** Number of visits by value. */
export type Counts = Record<Dimension, Record<string, number>>;

/**
 * Distinct values of one property that a period keeps. Bounds the row, because visitors can invent referrers. Further
 * values are counted as `OTHER_VALUES`.
 */
const MAX_VALUES = 1000;
export const OTHER_VALUES = 'Other';

export interface TalliedVisit {
  readonly accessedAt: Date;
  readonly visitor: Buffer;
  readonly values: Readonly<Record<Dimension, string>>;
  /** Share of the document that the visit has read. Null or missing: it has not reported reading. */
  readonly completion?: number | null;
}

/** Sums as the database returns them. */
export interface StoredTally {
  readonly views: number;
  readonly readers: number;
  readonly completion: number;
  readonly last_view_at: Date | null;
  /** See `VisitorSketch.encode`. */
  readonly visitors: Buffer;
  readonly counts: Partial<Counts>;
}

/** Sums of the visits of a period. Periods can be added up. */
export class Tally {
  views = 0;
  /** Visits that reported reading. */
  readers = 0;
  /** Sum of the completions of `readers`. */
  completion = 0;
  lastViewAt: Date | null = null;

  readonly counts = emptyCounts();
  readonly visitors = new VisitorSketch();
  /** Number of values in `counts` besides `OTHER_VALUES`. Listing a thousand values takes too long for each new one. */
  private readonly kept = new Map<Dimension, number>();

  add({ accessedAt, visitor, values, completion = null }: TalliedVisit): void {
    this.views++;
    if (completion !== null) this.readers++;
    this.completion += completion ?? 0;
    this.visitors.add(visitor);
    this.seeLast(accessedAt);
    for (const dimension of dimensions) this.count(dimension, values[dimension], 1);
  }

  /** Adds stored sums directly, without creating a Tally of them, because a report reads dozens of rows. */
  uniteStored({ views, readers, completion, last_view_at: lastViewAt, visitors, counts }: StoredTally): void {
    this.views += views;
    this.readers += readers;
    this.completion += completion;
    this.visitors.uniteEncoded(visitors);
    if (lastViewAt) this.seeLast(lastViewAt);
    for (const dimension of dimensions) {
      const added = counts[dimension];
      for (const value in added) this.count(dimension, value, added[value] ?? 0);
    }
  }

  private count(dimension: Dimension, value: string, count: number): void {
    const counts = this.counts[dimension];
    const kept = this.kept.get(dimension) ?? 0;
    const key = counts[value] !== undefined || kept < MAX_VALUES ? value : OTHER_VALUES;
    if (counts[key] === undefined && key !== OTHER_VALUES) this.kept.set(dimension, kept + 1);
    counts[key] = (counts[key] ?? 0) + count;
  }

  private seeLast(at: Date): void {
    if (this.lastViewAt === null || at > this.lastViewAt) this.lastViewAt = at;
  }
}

/** Objects without a prototype, because a referrer may be called `constructor`. */
export function emptyCounts(): Counts {
  const counts = {} as Counts;
  for (const dimension of dimensions) counts[dimension] = Object.create(null) as Record<string, number>;
  return counts;
}
