import { randomUUID } from 'node:crypto';
import { getFilesOverview, type InputOf, listModeratedFiles, listReports } from '@waybill/contracts';
import { printMedian } from '@waybill/testing';
import { DataSource, type QueryRunner } from 'typeorm';
import { FilesTestApp } from '../testing/files-test-app.js';

/** `ADMIN_ROWS=1000000 npx jest … many-files` measures the lists at a million files. */
const ROWS = Number(process.env['ADMIN_ROWS'] ?? 12_000);
const ROUNDS = 9;
const HOOK_MS = 30 * 60_000;

describe('the lists of many files and reports', () => {
  const userId = randomUUID();
  let files: FilesTestApp;
  beforeAll(async () => {
    files = await FilesTestApp.start();
    await files.rows(
      `INSERT INTO files (id, upload_id, user_id, original_name, mime_type, size, created_at, object_key, wrapped_key,
         preview_kind, preview_state)
       SELECT gen_random_uuid(), gen_random_uuid(), CASE n % 1000 WHEN 0 THEN $2::uuid ELSE gen_random_uuid() END,
         'report ' || n || '.pdf', 'application/pdf', 1000, timestamptz '2025-01-01' + n * interval '1 second',
         'many/' || n, 'x', 'pdf', 'none'
       FROM generate_series(1, $1::int) AS n`,
      [ROWS, userId],
    );
    await files.rows(
      `INSERT INTO reports (id, file_id, reason, created_at, state)
       SELECT gen_random_uuid(), id, 'other', created_at, CASE WHEN random() < 0.01 THEN 'open' ELSE 'dismissed' END
       FROM files WHERE user_id IS NOT NULL LIMIT $1::int / 10`,
      [ROWS],
    );
    await files.rows('ANALYZE files');
    await files.rows('ANALYZE reports');
  }, HOOK_MS);
  afterAll(() => files.close());

  const list = (input: Partial<InputOf<typeof listModeratedFiles>>) =>
    files.request(listModeratedFiles, { query: '', ownerIds: [], cursor: null, ...input });
  const findReports = (query: string) => files.request(listReports, { query, cursor: null });
  const measure = (name: string, call: () => Promise<unknown>) =>
    printMedian(`${ROWS} files, ${name}`, ROUNDS, call);

  it(
    'files and reports are listed in pages, and found by owner, by name and by first letters',
    async () => {
      const first = await list({});
      expect(first.files[0]?.originalName).toBe(`report ${ROWS}.pdf`);
      const wanted = `report ${Math.floor(ROWS / 2) + 1}.pdf`;
      expect((await list({ query: wanted })).files.map(({ originalName }) => originalName)).toEqual([wanted]);
      expect((await list({ ownerIds: [userId] })).files).toHaveLength(Math.min(50, ROWS / 1000));
      expect((await list({ query: 'nothing here' })).files).toEqual([]);
      const named = await list({ query: 'rep' });
      const later = await list({ query: 'rep', cursor: named.nextCursor });
      const numbers = [...named.files, ...later.files].map(({ originalName }) =>
        parseInt(originalName.slice(7)),
      );
      expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => ROWS - index));
      expect((await findReports('')).reports).toHaveLength(50);

      await measure('one id', () => list({ query: first.files[0]?.id ?? '' }));
      await measure('first page', () => list({}));
      await measure('next page', () => list({ cursor: first.nextCursor }));
      await measure('one name', () => list({ query: wanted }));
      await measure('a word of all', () => list({ query: 'rep' }));
      await measure('one owner', () => list({ ownerIds: [userId] }));
      await measure('no result', () => list({ query: 'nothing here' }));
      await measure('reports', () => findReports(''));
      await measure('reports of one file', () => findReports(named.files[0]?.id ?? ''));
      await measure('reports of one sender', () => findReports('ada@example.org'));
      await measure('figures', () => files.request(getFilesOverview, {}));
    },
    HOOK_MS,
  );

  /** The query plan of the statement with `words` in it that `call` sends, as JSON. */
  async function planOf(words: string, call: () => Promise<unknown>): Promise<string> {
    const runner = files.get(DataSource).createQueryRunner();
    const query = jest.spyOn(Object.getPrototypeOf(runner) as QueryRunner, 'query');
    await call();
    const [sql, parameters] = query.mock.calls.find(([sql]) => sql.includes(words)) ?? ['', []];
    query.mockRestore();
    return JSON.stringify(await files.rows(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, parameters as unknown[]));
  }

  it('a file is found by its address without reading other files', async () => {
    const [oldest = { id: '' }] = (await files.rows('SELECT id FROM files ORDER BY created_at LIMIT 1')) as {
      id: string;
    }[];
    const plan = await planOf('original_name', async () => {
      const { files: found } = await list({ query: `https://waybill.example/${oldest.id}` });
      expect(found).toEqual([expect.objectContaining(oldest)]);
    });
    expect(plan).not.toContain('Rows Removed by Filter');
  });

  it.each([
    ['address', () => `https://waybill.example/${randomUUID()}`],
    ['link', () => 'https://waybill.example/l/offer-to-ada'],
    ['reason', () => 'malware'],
    ['sender', () => 'ada@example.org'],
  ])('reports are found by their %s without reading other reports', async (_, query) => {
    const plan = await planOf('FROM reports', () => findReports(query()));
    expect(plan).toContain('Index Cond');
    expect(plan).not.toContain('Seq Scan');
  });
});
