import type { AnalyticsEntry } from '@waybill/contracts';
import { csvLine } from './csv.js';

type Page = readonly AnalyticsEntry[];

/** Columns of the table, in their order. */
const columns: readonly (readonly [string, (entry: AnalyticsEntry) => string | number | boolean | null])[] = [
  ['id', ({ id }) => id],
  ['accessedAt', ({ accessedAt }) => accessedAt],
  ['ipAddress', ({ ipAddress }) => ipAddress],
  ['country', ({ country }) => country],
  ['region', ({ region }) => region],
  ['city', ({ city }) => city],
  ['device', ({ device }) => device],
  ['os', ({ os }) => os],
  ['browser', ({ browser }) => browser],
  ['userAgent', ({ userAgent }) => userAgent],
  ['referer', ({ referer }) => referer],
  ['sharedWith', ({ sharedWith }) => sharedWith],
  ['link', ({ link }) => link && (link.name ?? link.slug)],
  ['email', ({ email }) => email],
  ['durationSeconds', ({ durationSeconds }) => durationSeconds],
  ['pagesSeen', ({ pagesSeen }) => pagesSeen],
  ['completion', ({ completion }) => completion],
  ['isBot', ({ isBot }) => isBot],
];

/** Encodes the entries as CSV with a header. */
export async function* csvOf(pages: AsyncIterable<Page>): AsyncGenerator<string> {
  yield csvLine(columns.map(([name]) => name));
  for await (const page of pages)
    yield page.map((entry) => csvLine(columns.map(([, valueOf]) => valueOf(entry)))).join('');
}

/** Encodes the entries as one JSON array. */
export async function* jsonOf(pages: AsyncIterable<Page>): AsyncGenerator<string> {
  let isFirst = true;
  yield '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield (isFirst ? '' : ',') + page.map((entry) => JSON.stringify(entry)).join(',');
    isFirst = false;
  }
  yield ']';
}
