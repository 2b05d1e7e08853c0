/** Characters with which a spreadsheet begins a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export type Cell = string | number | boolean | null;

/** A line of CSV (RFC 4180). An apostrophe keeps spreadsheets from running a cell as a formula (CSV injection). */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
