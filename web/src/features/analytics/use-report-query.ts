import { parseId } from '@waybill/contracts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { replaceSearch } from '../../lib/replace-search.js';
import type { ReportQuery } from './report-query.js';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Filters of a report. They are copied to the page's address, so that a reload or a bookmark restores them. */
export function useReportQuery(
  kind: ReportQuery['kind'],
  id: string,
): readonly [ReportQuery, (query: ReportQuery) => void] {
  const [search] = useSearchParams();
  const [query, setQuery] = useState<ReportQuery>(() => ({ kind, id, ...filtersIn(search) }));
  const change = (next: ReportQuery) => {
    setQuery(next);
    replaceSearch(searchOf(next));
  };
  return [query, change];
}

function filtersIn(search: URLSearchParams): Omit<ReportQuery, 'kind' | 'id'> {
  const valueOf = (name: string, isValid: (value: string) => boolean) => {
    const value = search.get(name) ?? '';
    return isValid(value) ? value : '';
  };
  const isDate = (value: string) => DATE.test(value) && !Number.isNaN(Date.parse(value));
  return {
    from: valueOf('from', isDate),
    to: valueOf('to', isDate),
    link: valueOf('link', (value) => parseId(value) !== null),
    country: valueOf('country', () => true),
    includesBots: search.get('include') === 'bots',
  };
}

function searchOf({ from, to, link, country, includesBots }: ReportQuery): Record<string, string> {
  return {
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(link !== '' && { link }),
    ...(country !== '' && { country }),
    ...(includesBots && { include: 'bots' }),
  };
}
