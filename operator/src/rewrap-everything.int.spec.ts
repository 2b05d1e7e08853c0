import { authDatabase } from '@waybill/auth';
import { openDatabase } from '@waybill/database';
import { filesDatabase } from '@waybill/files';
import { createLogger } from '@waybill/service-kit';
import { sharingDatabase } from '@waybill/sharing';
import { Keyring } from '@waybill/storage';
import { startPostgres, temporaryFolder, type TestDatabase } from '@waybill/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { rewrapEverything } from './rewrap-everything.js';
import { rotateKey } from './rotate-key.command.js';

const [formerKey, nextKey] = [randomBytes(32), randomBytes(32)];
const former = new Keyring([formerKey]);
const next = new Keyring([nextKey]);
const FILE = '0b7d1c1e-0000-4000-8000-000000000001';

describe('rewrapEverything', () => {
  let postgres: TestDatabase;
  let database: DataSource;
  let accountId: string;
  let webhookId: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    const logger = createLogger('test', 'silent');
    for (const schema of [authDatabase, sharingDatabase])
      await (await openDatabase(postgres.url, schema, logger)).destroy();
    database = await openDatabase(postgres.url, filesDatabase, logger);
  });
  afterAll(async () => {
    await database.destroy();
    await postgres.stop();
  });

  beforeEach(async () => {
    [accountId, webhookId] = [randomUUID(), randomUUID()];
    await database.query('TRUNCATE files, auth.accounts, sharing.webhooks CASCADE');
    await database.query(
      `INSERT INTO auth.accounts (id, name, email, email_key, password_hash, created_at)
       VALUES ($1, 'Ada', 'ada@example.com', 'ada@example.com', '', now())`,
      [accountId],
    );
    await database.query(
      `INSERT INTO files (id, upload_id, user_id, original_name, mime_type, size, created_at, object_key, wrapped_key, preview_kind, preview_state)
       VALUES ($1, gen_random_uuid(), $2, 'notes.txt', 'text/plain', 5, now(), $3, $4, 'text', 'none')`,
      [FILE, accountId, FILE, former.create(FILE)],
    );
  });

  const rewrap = () => rewrapEverything(postgres.url, [nextKey, formerKey]);
  const insertTotpSecret = () =>
    `INSERT INTO auth.totp_secrets (account_id, wrapped_secret)
     VALUES ('${accountId}', '${former.create(`totp/${accountId}`)}') ON CONFLICT DO NOTHING`;
  const insertWebhook = () =>
    `INSERT INTO sharing.webhooks (id, user_id, url, events, wrapped_secret, is_active, is_suspended, created_at, pending)
     VALUES ('${webhookId}', '${accountId}', 'https://example.com', '{}', '${former.create(`webhooks/${webhookId}`)}',
             true, false, now(), 0) ON CONFLICT DO NOTHING`;

  /** Runs `statement` with each update of `table`, as a process would that still has the former key first. */
  async function withEachUpdateOf(
    table: string,
    statement: string,
    work: () => Promise<void>,
  ): Promise<void> {
    await database.query(
      `CREATE FUNCTION interleave() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NEW; END $$`,
    );
    await database.query(
      `CREATE TRIGGER interleaved BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION interleave()`,
    );
    try {
      await work();
    } finally {
      await database.query('DROP FUNCTION interleave CASCADE');
    }
  }

  it('rewraps secrets that a process has wrapped with the former key while the files were rewrapped', async () => {
    await withEachUpdateOf('files', `${insertTotpSecret()}; ${insertWebhook()}`, async () => {
      expect(await rewrap()).toEqual([
        { noun: 'secrets of two-step log-in', rows: 1, rewrapped: 1, left: 0 },
        { noun: 'secrets of webhooks', rows: 1, rewrapped: 1, left: 0 },
        { noun: 'files', rows: 1, rewrapped: 1, left: 0 },
      ]);
    });
    const [totp] = await database.query<{ wrapped_secret: string }[]>('SELECT * FROM auth.totp_secrets');
    const [webhook] = await database.query<{ wrapped_secret: string }[]>('SELECT * FROM sharing.webhooks');
    expect(next.unwrap(totp!.wrapped_secret, `totp/${accountId}`)).toHaveLength(32);
    expect(next.unwrap(webhook!.wrapped_secret, `webhooks/${webhookId}`)).toHaveLength(32);
    expect((await rewrap()).map(({ rewrapped }) => rewrapped)).toEqual([0, 0, 0]);
  });

  it.each(['auth.totp_secrets', 'sharing.webhooks'])(
    'reports what is left of %s while a process goes on wrapping with the former key',
    async (table) => {
      await database.query(insertTotpSecret());
      await database.query(insertWebhook());
      await withEachUpdateOf(table, 'NEW.wrapped_secret = OLD.wrapped_secret', async () => {
        const left = Object.fromEntries((await rewrap()).map(({ noun, ...report }) => [noun, report.left]));
        expect(left).toEqual({
          'secrets of two-step log-in': table === 'auth.totp_secrets' ? 1 : 0,
          'secrets of webhooks': table === 'sharing.webhooks' ? 1 : 0,
          files: 0,
        });
      });
    },
  );

  it('a rotation prints that no other key is needed only when no secret is left', async () => {
    const environment = { ...process.env };
    const folder = await temporaryFolder();
    process.env['DATA_DIR'] = folder.path;
    process.env['DATABASE_URL'] = postgres.url;
    process.env['ENCRYPTION_KEY'] = [nextKey, formerKey].map((key) => key.toString('base64')).join(',');
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const output = () => written.mock.calls.map(([text]) => String(text)).join('');
    try {
      await database.query(insertWebhook());
      await withEachUpdateOf('sharing.webhooks', 'NEW.wrapped_secret = OLD.wrapped_secret', async () => {
        await expect(rotateKey([])).rejects.toThrow(
          /^The last pass found 1 secrets of webhooks wrapped by a former key/,
        );
      });
      expect(output()).not.toContain('No other is needed');
      await rotateKey([]);
      expect(output()).toContain('1 of 1 secrets of webhooks were wrapped by the new key.\n');
      expect(output()).toContain('No other is needed');
    } finally {
      written.mockRestore();
      process.env = environment;
      await folder.remove();
    }
  });
});
