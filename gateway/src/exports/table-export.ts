import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from '../download/content-disposition.js';
import { type Cell, csvLine } from './csv.js';

export type ExportFormat = 'csv' | 'json';

/** Columns of a table, in their order. */
export type Columns<Row> = readonly (readonly [name: string, cellOf: (row: Row) => Cell])[];

interface Table<Row> {
  /** Name of the file that a browser saves, without its extension. */
  readonly name: string;
  /** Columns of the CSV. JSON has each row as it is. */
  readonly columns: Columns<Row>;
  readonly pages: AsyncIterable<readonly Row[]>;
}

/** Streams a table page by page, as CSV with a header or as one JSON array. Memory does not depend on its length. */
export async function sendTable<Row>(
  reply: FastifyReply,
  format: ExportFormat,
  { name, columns, pages }: Table<Row>,
): Promise<void> {
  await reply
    .headers({
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      'content-disposition': contentDisposition(undefined, '', `${name}.${format}`),
      'cache-control': 'private, no-store',
    })
    .send(Readable.from(format === 'csv' ? csvOf(columns, pages) : jsonOf(pages)));
}

/** Rows of all pages, by cursor. Requests the next page when the client has read the previous one (backpressure). */
export async function* rowsByPage<Page extends { readonly nextCursor: string | null }, Row>(
  first: Page,
  next: (cursor: string) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
): AsyncGenerator<readonly Row[]> {
  let page = first;
  yield rowsOf(page);
  while (page.nextCursor !== null) {
    page = await next(page.nextCursor);
    yield rowsOf(page);
  }
}

async function* csvOf<Row>(columns: Columns<Row>, pages: Table<Row>['pages']): AsyncGenerator<string> {
  yield csvLine(columns.map(([name]) => name));
  for await (const page of pages)
    yield page.map((row) => csvLine(columns.map(([, cellOf]) => cellOf(row)))).join('');
}

async function* jsonOf<Row>(pages: Table<Row>['pages']): AsyncGenerator<string> {
  let isFirst = true;
  yield '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield (isFirst ? '' : ',') + page.map((row) => JSON.stringify(row)).join(',');
    isFirst = false;
  }
  yield ']';
}
