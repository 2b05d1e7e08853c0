import { useState } from 'react';

/** Rows that are added at a time. */
const PAGE_SIZE = 100;

/** Shows a long list a page at a time, and finds its rows by name. */
export function useLongList<T>(rows: readonly T[], nameOf: (row: T) => string) {
  const [text, setText] = useState('');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const wanted = comparable(text.trim());
  const found = wanted === '' ? rows : rows.filter((row) => comparable(nameOf(row)).includes(wanted));
  return {
    /** Whether the list needs a search field. A search that has begun keeps it. */
    isSearchable: rows.length > PAGE_SIZE || text !== '',
    text,
    search: (next: string) => {
      setText(next);
      setLimit(PAGE_SIZE);
    },
    found,
    shown: found.slice(0, limit),
    showMore: () => setLimit(limit + PAGE_SIZE),
  };
}

/** Files of macOS have decomposed names. */
function comparable(name: string): string {
  return name.normalize().toLowerCase();
}
