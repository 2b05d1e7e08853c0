import { BackupFolder, openVerifiedBackup, takeBackup } from '@waybill/backup';
import { deliveriesDatabase } from '@waybill/bus';
import { openDatabase } from '@waybill/database';
import { createLogger } from '@waybill/service-kit';
import { FilesystemObjectStore } from '@waybill/storage';
import { startPostgres, temporaryFolder, type TestDatabase } from '@waybill/testing';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { serviceSchemas } from './schemas.js';

/** Tables that describe one installation on its servers. No backup contains them. */
const LOCAL = [
  ...['auth.known_devices', 'auth.known_networks', 'auth.network_hash_keys', 'auth.sign_in_challenges'],
  ...[
    'files.file_counts',
    'files.installation',
    'files.orphans',
    'files.reservations',
    'files.resumable_uploads',
    'files.unlocked_previews',
    'files.uploads',
  ],
];

/** Columns with a person's id or e-mail address, and what ends them. A cascade from the account is not listed. */
const PERSONAL = {
  'analytics.entries.email': 'the deletion of the file',
  'analytics.live_changes.user_id': 'auth.user.deleted, and six minutes',
  'analytics.live_events.user_id': 'the deletion of the file, and six minutes',
  'analytics.records.user_id': 'auth.user.deleted',
  'auth.accounts.email': 'the deletion of the account',
  'auth.accounts.email_key': 'the deletion of the account',
  'auth.activations.email': 'the cascade from the account',
  'auth.audit_entries.actor_email': 'nothing: the audit log is kept',
  'auth.audit_entries.actor_id': 'nothing: the audit log is kept',
  'auth.invitations.email': 'the sign-up, or the end of the invitation',
  'auth.invitations.email_key': 'the sign-up, or the end of the invitation',
  'billing.payment_customers.user_id': 'auth.user.deleted',
  'billing.subscriptions.email_key': 'auth.user.deleted',
  'billing.subscriptions.user_id': 'auth.user.deleted',
  'files.account_plans.user_id': 'billing.subscription.closed',
  'files.bundles.user_id': 'auth.user.deleted',
  'files.file_counts.owner_id': 'the deletion of the files, and a minute',
  'files.file_requests.user_id': 'auth.user.deleted',
  'files.files.user_id': 'auth.user.deleted',
  'files.link_challenges.email': 'the cascade from the link',
  'files.link_challenges.email_key': 'the cascade from the link',
  'files.link_codes.email_key': 'the cascade from the link',
  'files.link_sessions.email': 'the cascade from the link',
  'files.reports.email': 'the deletion of the file or bundle',
  'files.resumable_uploads.sender_user_id': 'the end of the upload',
  'files.suspended_accounts.user_id': 'auth.user.deleted',
  'files.uploads.user_id': 'auth.user.deleted',
  'sharing.daily_views.user_id': 'auth.user.deleted',
  'sharing.mails.reply_to_address': 'auth.user.deleted, or 30 days',
  'sharing.mails.to_address': 'auth.user.deleted, or 30 days',
  'sharing.mails.user_id': 'auth.user.deleted',
  'sharing.notification_settings.user_id': 'auth.user.deleted',
  'sharing.notifications.user_id': 'auth.user.deleted',
  'sharing.notified_visitors.user_id': 'auth.user.deleted',
  'sharing.targets.user_id': 'auth.user.deleted',
  'sharing.webhooks.user_id': 'auth.user.deleted',
};

/** Columns with keys or secrets that are wrapped by ENCRYPTION_KEY. `rotate-key` wraps them again. */
const WRAPPED = [
  'auth.totp_secrets.wrapped_secret',
  'files.files.rendition',
  'files.files.thumbnail',
  'files.files.wrapped_key',
  'files.reservations.wrapped_key',
  'files.unlocked_previews.wrapped_key',
  'sharing.webhooks.wrapped_secret',
];
/** Columns of JSON without a key. */
const PLAIN_JSON = [
  ...['analytics.early_reading.reading', 'analytics.live_changes.event', 'analytics.live_events.event'],
  'analytics.period_pages.durations',
  'analytics.period_views.counts',
  ...['auth.sign_in_challenges.data', 'files.files.received', 'files.links.allowed_emails'],
  ...['files.resumable_uploads.appended', 'files.uploads.target', 'files.visit_windows.early_reading'],
  ...['sharing.mails.body', 'sharing.notifications.values'],
];

describe('tables of all services', () => {
  let postgres: TestDatabase;
  let database: DataSource;
  beforeAll(async () => {
    postgres = await startPostgres();
    const logger = createLogger('test', 'silent');
    for (const schema of serviceSchemas) await (await openDatabase(postgres.url, schema, logger)).destroy();
    database = await openDatabase(postgres.url, deliveriesDatabase, logger);
  });
  afterAll(async () => {
    await database.destroy();
    await postgres.stop();
  });

  const columnsWhere = async (condition: string) =>
    (
      await database.query<{ path: string }[]>(
        `SELECT table_schema || '.' || table_name || '.' || column_name AS path FROM information_schema.columns
         WHERE table_schema = ANY ($1) AND table_name NOT IN ('migrations', 'outbox', 'inbox') AND (${condition})`,
        [serviceSchemas.map(({ schema }) => schema)],
      )
    )
      .map(({ path }) => path)
      .sort();

  it('the tables of all services are in a backup, except those about the installation', async () => {
    const folder = await temporaryFolder();
    const location = new BackupFolder(join(folder.path, 'backup'));
    await takeBackup(
      {
        services: serviceSchemas,
        bus: deliveriesDatabase,
        objects: new FilesystemObjectStore(join(folder.path, 'objects')),
        mails: join(folder.path, 'mails'),
        databaseUrl: postgres.url,
        series: null,
        secrets: {},
        references: { schema: 'files', keys: noKeys },
      },
      location,
    );
    const { manifest } = await openVerifiedBackup(location);
    const saved = Object.entries(manifest.schemas).flatMap(([schema, { tables }]) =>
      tables.map(({ name }) => `${schema}.${name}`),
    );
    const existing = await database.query<{ name: string }[]>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables
       WHERE schemaname = ANY ($1) AND tablename <> 'migrations'`,
      [[...serviceSchemas, deliveriesDatabase].map(({ schema }) => schema)],
    );
    expect([...saved, ...LOCAL].sort()).toEqual(existing.map(({ name }) => name).sort());
    await folder.remove();
  });

  it('tables of all services lose the rows of a deleted account: each column about a person is in the list, or refers to the account', async () => {
    const personal = await columnsWhere(
      `column_name ~ '(^|_)(user_id|account_id|actor_id|owner_id|address|email|email_key)$'
       AND data_type <> 'boolean' AND (table_schema, column_name) <> ('auth', 'account_id')
       AND table_schema || '.' || table_name || '.' || column_name NOT IN
         ('analytics.entries.address', 'auth.audit_entries.address')`,
    );
    expect(personal).toEqual(Object.keys(PERSONAL));
    const withoutCascade = await database.query<object[]>(
      `SELECT c.table_name FROM information_schema.columns c
       WHERE c.table_schema = 'auth' AND c.column_name = 'account_id' AND NOT EXISTS (
         SELECT FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'c'
         AND conrelid = format('auth.%I', c.table_name)::regclass AND confrelid = 'auth.accounts'::regclass)`,
    );
    expect(withoutCascade).toEqual([]);
  });

  it('all wrapped keys are in the list of `rotate-key`, also those within JSON', async () => {
    const locked = await columnsWhere(`column_name LIKE 'wrapped%' OR data_type IN ('json', 'jsonb')`);
    expect(locked).toEqual([...WRAPPED, ...PLAIN_JSON].sort());
  });
});

async function* noKeys(): AsyncGenerator<string> {
  // The database has no files.
}
