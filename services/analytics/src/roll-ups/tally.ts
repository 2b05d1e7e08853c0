import { VisitorSketch } from './visitor-sketch.js';

/** Properties by which visits are counted. */
export const dimensions = ['country', 'city', 'device', 'system', 'browser', 'referrer', 'link'] as const;
export type Dimension = (typeof dimensions)[number];

/** Number of visits by value. */
export type Counts = Record<Dimension, Record<string, number>>;

/** Distinct values of one property that a period keeps. Referrers can be made up; the rest is one value. */
const MAX_VALUES = 1000;
export const OTHER_VALUES = 'Other';

export interface TalliedVisit {
  readonly accessedAt: Date;
  readonly visitor: Buffer;
  readonly values: Readonly<Record<Dimension, string>>;
}

/** Sums of the visits of a period. Periods can be added up. */
export class Tally {
  views = 0;
  /** Visits that reported reading. */
  readers = 0;
  /** Sum of their completions. */
  completion = 0;
  lastViewAt: Date | null = null;

  constructor(
    readonly counts: Counts = emptyCounts(),
    readonly visitors = new VisitorSketch(),
  ) {}

  add({ accessedAt, visitor, values }: TalliedVisit): void {
    this.views++;
    this.visitors.add(visitor);
    this.seeLast(accessedAt);
    for (const dimension of dimensions) this.count(dimension, values[dimension], 1);
  }

  unite(other: Tally): void {
    this.views += other.views;
    this.readers += other.readers;
    this.completion += other.completion;
    this.visitors.unite(other.visitors);
    if (other.lastViewAt) this.seeLast(other.lastViewAt);
    for (const dimension of dimensions)
      for (const [value, count] of Object.entries(other.counts[dimension]))
        this.count(dimension, value, count);
  }

  private count(dimension: Dimension, value: string, count: number): void {
    const counts = this.counts[dimension];
    const isKept = Object.hasOwn(counts, value) || Object.keys(counts).length < MAX_VALUES;
    const key = isKept ? value : OTHER_VALUES;
    counts[key] = (Object.hasOwn(counts, key) ? (counts[key] ?? 0) : 0) + count;
  }

  private seeLast(at: Date): void {
    if (this.lastViewAt === null || at > this.lastViewAt) this.lastViewAt = at;
  }
}

/** Without prototypes: a referrer may be called `constructor`. */
export function emptyCounts(): Counts {
  const counts = {} as Counts;
  for (const dimension of dimensions) counts[dimension] = Object.create(null) as Record<string, number>;
  return counts;
}

/** Counts as the database returned them. */
export function countsOf(stored: Partial<Counts>): Counts {
  const counts = emptyCounts();
  for (const dimension of dimensions) Object.assign(counts[dimension], stored[dimension] ?? {});
  return counts;
}
