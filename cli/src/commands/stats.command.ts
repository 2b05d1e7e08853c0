import type { AnalyticsEntry, AnalyticsReport } from '@waybill/contracts';
import { type Address, parseTarget } from '../address.js';
import { Api } from '../api.js';
import { UsageError } from '../errors.js';
import { onFileOrBundle } from './file-or-bundle.js';
import { findOwnLink } from './find-own.js';
import { formatClock, formatTable, printable } from '../output/format.js';
import { printJson, printLine } from '../output/print.js';
import { one, parseArguments } from '../settings/arguments.js';
import { requireCredentials } from '../settings/credentials.js';

type Report = Pick<AnalyticsReport, 'analytics' | 'summary' | 'countries' | 'completion' | 'links'>;
const RECENT = 10;

/** `waybill stats`: who opened a file or bundle, or one link of it. */
export async function stats(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArguments('stats', args, { json: { type: 'boolean' } }, one);
  const { url, token } = await requireCredentials();
  const target = parseTarget(positionals[0] ?? '');
  const report = await reportOf(new Api(url, token), target);
  if (values.json) printJson(report);
  else printLine(describe(report));
}

async function reportOf(api: Api, target: Address): Promise<Report> {
  if (target.kind === 'request')
    throw new UsageError('A file request has no visits. "waybill list" shows the files that arrived.');
  if (target.kind !== 'link')
    return onFileOrBundle(api, target, (path) => api.json<Report>(`${path}/analytics`));
  const { id, target: opened } = await findOwnLink(api, target);
  return api.json<Report>(`/api/${opened.kind}s/${opened.id}/analytics?link=${id}`);
}

function describe({ summary, analytics, countries, completion, links }: Report): string {
  const breakdown = (rows: readonly (readonly [string, number])[]) =>
    rows.map(([name, count]) => `${printable(name)} ${count}`).join(', ') || '-';
  const overview = formatTable([
    ['Views', String(summary.totalViews)],
    ['Visitors', String(summary.uniqueVisitors)],
    ['First view', summary.firstView === null ? '-' : time(summary.firstView)],
    ['Pages seen', `${Math.round(completion * 100)} % on average`],
    ['Countries', breakdown(countries.map(({ country, count }) => [country, count]))],
    ['Links', breakdown(links.map(({ name, count }) => [name, count]))],
  ]);
  if (analytics.length === 0) return overview;
  return `${overview}\n\n${formatTable(analytics.slice(0, RECENT).map(row))}`;
}

function row({
  accessedAt,
  country,
  city,
  browser,
  durationSeconds,
  email,
  sharedWith,
}: AnalyticsEntry): string[] {
  const place = [city, country].filter(Boolean).join(', ') || 'unknown place';
  return [
    time(accessedAt),
    printable(place),
    printable(browser || 'unknown browser'),
    formatClock(durationSeconds),
    printable(email ?? sharedWith ?? ''),
  ];
}

function time(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
