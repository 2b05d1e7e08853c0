import type { AuditEntry } from '@waybill/contracts';

const COLUMNS = [
  'at',
  'actor',
  'actorId',
  'action',
  'subject',
  'detail',
  'address',
  'outcome',
  'id',
] as const;

/** Encodes the audit log as CSV (RFC 4180) or as one JSON array. Yields pieces as the pages arrive. */
export async function* auditExportOf(
  format: 'csv' | 'json',
  pages: AsyncIterable<readonly AuditEntry[]>,
): AsyncGenerator<string> {
  if (format === 'csv') {
    yield `${COLUMNS.join(',')}\r\n`;
    for await (const page of pages) yield page.map(toCsvLine).join('');
    return;
  }
  let separator = '[';
  for await (const page of pages) {
    for (const entry of page) {
      yield separator + JSON.stringify(entry);
      separator = ',\n';
    }
  }
  yield separator === '[' ? '[]' : ']';
}

function toCsvLine({ at, actor, action, subject, detail, address, outcome, id }: AuditEntry): string {
  const cells = [at, actor.email, actor.id, action, subject, detail, address, outcome, id];
  return `${cells.map((cell) => toCell(cell ?? '')).join(',')}\r\n`;
}

/** Quotes a cell. An apostrophe keeps spreadsheets from running it as a formula (CSV injection). */
function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
