import type { AnalyticsReport } from '@waybill/contracts';
import type { EntityManager } from 'typeorm';
import { OTHER_VALUES } from '../roll-ups/tally.js';

type Breakdown = AnalyticsReport['devices'];

/** Values that a breakdown shows at most. */
const SHOWN = 50;

/** Numbers by value, most first. An empty value is shown as `unknown`. */
export function presentBreakdown(counts: Readonly<Record<string, number>>, unknown = 'Unknown'): Breakdown {
  return Object.entries(counts)
    .map(([value, count]) => ({ name: value === '' ? unknown : value, count }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .slice(0, SHOWN);
}

/** Visits by link, labelled with the names of the links. Revoked links keep their names. */
export async function presentLinks(
  manager: EntityManager,
  fileId: string,
  counts: Readonly<Record<string, number>>,
): Promise<Breakdown> {
  const rows: { link_id: string; slug: string; name: string | null }[] = await manager.query(
    'SELECT link_id, slug, name FROM share_links WHERE link_id = ANY($1)',
    [Object.keys(counts).filter((id) => id !== OTHER_VALUES)],
  );
  const names = new Map(rows.map(({ link_id, slug, name }) => [link_id, name ?? slug]));
  names.set(OTHER_VALUES, OTHER_VALUES);
  return Object.entries(counts)
    .map(([id, count]) => ({ name: names.get(id) ?? (id === fileId ? 'Direct link' : 'Unknown'), count }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .slice(0, SHOWN);
}
