import { type BackupReport, takeBackup } from '@waybill/backup';
import { openStore } from '@waybill/composition';
import { namedObjects } from '@waybill/files';
import { ConfigurationError, createLogger } from '@waybill/service-kit';
import { Keyring, UnknownKeyError } from '@waybill/storage';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readBackupOrder } from './backup/arguments.js';
import { eventsUnderWay } from './backup/events-under-way.js';
import { secretsInUse } from './backup/secrets-in-use.js';
import { busOf, services } from './backup/services.js';
import { takeDataFolder } from './data-folder.js';
import { readEnvironment } from './environment.js';
import { withDatabase } from './running-database.js';
import { asEnvironment } from './secrets.js';
import { runCommand } from './run-command.js';

/** Brings the backup in a folder up to date, beside a running Waybill or without one, of either profile. */
async function main(args: readonly string[]): Promise<void> {
  const path = readBackupOrder(args);
  const env = readEnvironment(process.env);
  if (env.DATABASE_URL === undefined && !existsSync(join(env.DATA_DIR, 'postgres'))) {
    throw new ConfigurationError(`There is no Waybill in ${env.DATA_DIR}.`);
  }
  const secrets = await secretsInUse(env);
  const keyring = new Keyring(secrets.encryptionKeys);
  const objects = await openStore(env);
  const folder = await takeDataFolder(path, { noun: 'backup folder', setting: '--to' });
  try {
    const began = Date.now();
    const left = await underWay(env.RABBITMQ_URL);
    const report = await withDatabase(env, (databaseUrl) =>
      takeBackup(
        {
          databaseUrl,
          services,
          bus: busOf(env),
          objects,
          naming: { schema: 'files', keys: (manager) => namedObjects(manager, keyring) },
          secrets: asEnvironment(secrets),
          mails: join(env.DATA_DIR, 'mails'),
        },
        path,
      ),
    );
    tell(report, path, left, (Date.now() - began) / 1000);
  } finally {
    await folder.release();
  }
}

async function underWay(url: string | undefined): Promise<number> {
  if (url === undefined) return 0;
  const names = services.map(({ schema }) => schema);
  return eventsUnderWay(url, names, createLogger('backup', 'silent'));
}

function tell(report: BackupReport, path: string, left: number, seconds: number): void {
  const { rows, mails, objects, bytes, copied, gone, missing } = report;
  process.stdout.write(
    `${rows} rows, ${mails} mails and ${objects} objects of ${bytes} bytes are in ${path}, after ` +
      `${seconds.toFixed(1)} s; ${copied} objects were new.\n` +
      'It holds the keys of all files and sessions: keep it as safe as them.\n',
  );
  if (gone > 0) {
    process.stdout.write(`${gone} objects were removed meanwhile; their files will be shown as expired.\n`);
  }
  if (left > 0) process.stdout.write(`${left} events were on their way in RabbitMQ and are not in it.\n`);
  if (missing.length === 0) return;
  process.stderr.write(
    `The bytes of ${missing.length} objects are not in the store: ${missing.join(', ')}\n`,
  );
  process.exitCode = 1;
}

await runCommand(() => main(process.argv.slice(2)), UnknownKeyError);
