import type { PagePosition } from '@waybill/database';
import { entriesPage, NEWEST, entriesAtEnd } from './report-queries.js';
import { entryCondition, type VisitFilter } from './visit-filter.js';

/** A statement with its parameters. */
export interface Query {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/**
 * Position after which `entriesFrom` continues. `position` is the time as text, because a Date would lose its
 * microseconds.
 */
export interface RestPosition {
  readonly position: string;
  readonly id: string;
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * A page of the entries of a filter, newest first (keyset pagination). The position replaces the end of the filter's
 * range: with both conditions, PostgreSQL starts at the later one and reads all entries between them.
 */
export function entriesBefore(
  filter: VisitFilter,
  before: PagePosition | null,
  { size, withPages }: { readonly size: number; readonly withPages: boolean },
): Query {
  const parameters: unknown[] = [];
  const condition = entryCondition({ ...filter, to: null }, parameters);
  const isWithin = before !== null && (filter.to === null || before.createdAt < filter.to);
  const end = filter.to ? { createdAt: filter.to, id: LEAST_ID } : NEWEST;
  const { createdAt, id } = isWithin ? before : end;
  const first = parameters.push(createdAt, id, size + 1) - 2;
  return { text: entriesPage(condition, [first, first + 1, first + 2], withPages), parameters };
}

/** Entries of less than an hour, oldest first. The position replaces the start of the range, as in `entriesBefore`. */
export function entriesFrom(
  filter: VisitFilter & { readonly from: Date },
  after: RestPosition | null,
  size: number,
): Query {
  const parameters: unknown[] = [];
  const condition = entryCondition({ ...filter, from: null }, parameters);
  const { position, id } = after ?? { position: filter.from.toISOString(), id: LEAST_ID };
  const first = parameters.push(position, id, size) - 2;
  return { text: entriesAtEnd(condition, [first, first + 1, first + 2]), parameters };
}
