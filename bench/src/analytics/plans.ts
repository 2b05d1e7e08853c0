import type { Client } from 'pg';
import { table } from '../report/table.js';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

/** The plan of a page of entries for each filter: index and pages of the database that are read. */
export async function plansOf(
  client: Client,
  fileId: string,
  calls: Readonly<Record<string, string>>,
): Promise<string> {
  const rows: string[][] = [];
  for (const [name, call] of Object.entries(calls)) {
    const filter = new URLSearchParams(call.split('?')[1]);
    const parameters: string[] = [fileId];
    const conditions: string[] = ['file_id = $1', 'NOT is_bot'];
    for (const [field, condition] of Object.entries(conditionsOf)) {
      const value = filter.get(field);
      if (value !== null) conditions.push(condition.replace('$', `$${parameters.push(value)}`));
    }
    const { rows: plans } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT id, accessed_at, address, user_agent FROM entries
       WHERE ${conditions.join(' AND ')} ORDER BY accessed_at DESC, id DESC LIMIT ${call.includes('export') ? 1001 : 101}`,
      parameters,
    );
    const plan = plans[0]!['QUERY PLAN'][0].Plan;
    rows.push([name, namesOf(plan), String(plan['Shared Hit Blocks'] + plan['Shared Read Blocks'])]);
  }
  return table(['Entries of', 'Plan', 'Pages read'], rows);
}

const conditionsOf = {
  from: 'accessed_at >= $',
  to: 'accessed_at < $',
  link: 'link_id = $',
  country: 'country_code = $',
};

function namesOf(plan: Plan): string {
  const own = [plan['Node Type'], plan['Index Name']].filter((part) => part !== undefined).join(' ');
  return [own, ...(plan.Plans ?? []).map(namesOf)].join(' ← ');
}
