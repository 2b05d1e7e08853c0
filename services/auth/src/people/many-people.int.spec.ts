import { countPeople, type InputOf, listPeople } from '@waybill/contracts';
import { printMedian } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { AuthTestApp } from '../testing/auth-test-app.js';

/** `ADMIN_ROWS=1000000 npx jest … many-people` measures the lists at a million accounts. */
const ROWS = Number(process.env['ADMIN_ROWS'] ?? 12_000);
const ROUNDS = 9;
const HOOK_MS = 30 * 60_000;

describe('the list of many people', () => {
  let auth: AuthTestApp;
  beforeAll(async () => {
    auth = await AuthTestApp.start();
    const database = auth.service.get<DataSource>(DataSource);
    await database.query(
      `INSERT INTO accounts (id, name, email, email_key, password_hash, activated_at, plan, plan_version, created_at)
       SELECT gen_random_uuid(), 'Person ' || n || ' ' || substr(md5(n::text), 1, 6), 'p' || n || '@example.org',
         'p' || n || '@example.org', 'x', now(), 'free', 0, timestamptz '2025-01-01' + n * interval '1 second'
       FROM generate_series(1, $1::int) AS n`,
      [ROWS],
    );
    await database.query('ANALYZE accounts');
  }, HOOK_MS);
  afterAll(() => auth.close());

  const list = (input: Partial<InputOf<typeof listPeople>>) =>
    auth.service.bus.request(listPeople, { query: '', cursor: null, limit: 50, ...input });
  const measure = (name: string, call: () => Promise<unknown>) =>
    printMedian(`${ROWS} accounts, ${name}`, ROUNDS, call);

  it(
    'people are listed in pages, and found by address and by first letters',
    async () => {
      const first = await list({});
      expect(first.people[0]?.email).toBe(`p${ROWS}@example.org`);
      const second = await list({ cursor: first.nextCursor });
      expect(second.people[0]?.email).toBe(`p${ROWS - 50}@example.org`);
      const wanted = `p${Math.floor(ROWS / 2)}@example.org`;
      expect((await list({ query: wanted })).people.map(({ email }) => email)).toEqual([wanted]);
      expect((await list({ query: wanted.slice(0, -8).toUpperCase() })).people).toMatchObject([
        { email: wanted },
      ]);
      const named = await list({ query: 'pers' });
      const later = await list({ query: 'pers', cursor: named.nextCursor });
      expect([...named.people, ...later.people].map(({ email }) => email)).toEqual(
        Array.from({ length: 100 }, (_, index) => `p${ROWS - index}@example.org`),
      );
      expect((await list({ query: 'nobody here' })).people).toEqual([]);

      await measure('first page', () => list({}));
      await measure('next page', () => list({ cursor: first.nextCursor }));
      await measure('one address', () => list({ query: wanted }));
      await measure('a word of everyone', () => list({ query: 'pers' }));
      await measure('no result', () => list({ query: 'nobody here' }));
      await measure('figures', () => auth.service.bus.request(countPeople, {}));
    },
    HOOK_MS,
  );
});
