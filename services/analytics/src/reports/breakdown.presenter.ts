import type { AnalyticsReport } from '@waybill/contracts';
import { OTHER_VALUES } from '../roll-ups/tally.js';

type Breakdown = AnalyticsReport['devices'];

/** Values that a breakdown shows at most. */
const SHOWN = 50;

/** Numbers by value, most first. An empty value is shown as `unknown`. */
export function presentBreakdown(counts: Readonly<Record<string, number>>, unknown = 'Unknown'): Breakdown {
  return mostFirst(
    Object.entries(counts).map(([value, count]) => ({ name: value === '' ? unknown : value, count })),
  );
}

/** Ids of the links in the counts of a breakdown. */
export function linksIn(counts: Readonly<Record<string, number>>): string[] {
  return Object.keys(counts).filter((id) => id !== OTHER_VALUES);
}

/**
 * Visits by link, most first.
 * @param fileId file or bundle of the report
 * @param names names by the id of a link or bundle
 */
export function presentLinks(
  fileId: string,
  counts: Readonly<Record<string, number>>,
  names: ReadonlyMap<string, string>,
): Breakdown {
  const nameOf = (id: string) => {
    if (id === OTHER_VALUES) return OTHER_VALUES;
    return names.get(id) ?? (id === fileId ? 'First link' : 'Unknown');
  };
  return mostFirst(Object.entries(counts).map(([id, count]) => ({ name: nameOf(id), count })));
}

function mostFirst(values: Breakdown): Breakdown {
  return values
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .slice(0, SHOWN);
}
