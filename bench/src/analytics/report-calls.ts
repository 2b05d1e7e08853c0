import { ANY_TIME, BEGIN, COUNTRY } from './fill-visits.js';

/** Reports of a file as its page and programs request them. Values are queries. */
export function reportCalls(linkId: string): Readonly<Record<string, string>> {
  const begin = Date.parse(BEGIN);
  const day = (days: number) => new Date(begin + days * 86_400_000).toISOString();
  const month = { from: day(200), to: day(230) };
  const call = (filter: Record<string, string>) => `analytics?${new URLSearchParams(filter).toString()}`;
  return {
    report: 'analytics',
    'report of 30 days': call(month),
    'report from a second to a second': call(ANY_TIME),
    'the same of a country and link': call({ ...ANY_TIME, link: linkId, country: COUNTRY }),
    'report of a link': call({ link: linkId }),
    'report of a country': call({ country: COUNTRY }),
    'report of a country, link and 30 days': call({ ...month, link: linkId, country: COUNTRY }),
    'first page of the export': 'analytics/export?format=csv',
    'first page of the export of a country': `analytics/export?format=json&country=${COUNTRY}`,
  };
}
