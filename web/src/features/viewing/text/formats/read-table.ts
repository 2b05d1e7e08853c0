import papaparse from 'papaparse';

const MAX_ROWS = 1_000;
const MAX_COLUMNS = 200;
/** More cells would freeze the page while it builds them. */
const MAX_CELLS = 20_000;

/** First line by which Excel knows the delimiter of the lines below it. */
const DELIMITER_LINE = /^"?sep=(.)"?(?:\r\n|\r|\n)/i;

/** Rows of a table. The first one is the heading. */
export interface TableRows {
  readonly rows: readonly (readonly string[])[];
  /** Whether the text has more rows. */
  readonly isCut: boolean;
}

/**
 * Reads the first rows of comma- or tab-separated values. Runs in a worker, because some short texts take many seconds.
 */
export function readTable(text: string): TableRows {
  const [line = '', delimiter] = DELIMITER_LINE.exec(text) ?? [];
  const options = { delimiter, preview: MAX_ROWS + 2, skipEmptyLines: true };
  const { data } = papaparse.parse<string[]>(text.slice(line.length), options);
  const rows: string[][] = [];
  let cells = 0;
  for (const row of data.slice(0, MAX_ROWS + 1)) {
    const shown = row.slice(0, MAX_COLUMNS);
    cells += shown.length;
    if (cells > MAX_CELLS) break;
    rows.push(shown);
  }
  return { rows, isCut: rows.length < data.length };
}
