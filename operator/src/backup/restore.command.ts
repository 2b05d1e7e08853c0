import {
  continueBackupSeries,
  openVerifiedBackup,
  restoreBackup,
  type VerifiedBackup,
} from '@waybill/backup';
import { openStore, readSharedEnvironment, type SharedEnvironment } from '@waybill/composition';
import { lockFolder, openDataFolderDatabase } from '@waybill/composition/data-folder';
import { readMarker, repairMissingObjects } from '@waybill/files';
import { createLogger, type Logger } from '@waybill/service-kit';
import { join } from 'node:path';
import { failingAs } from '../run-command.js';
import { busSchema, serviceSchemas } from '../schemas.js';
import { parseRestoreArguments } from './arguments.js';
import { openBackupLocation } from './backup-location.js';
import { installSecrets } from './backup-secrets.js';
import { countLeftOutEvents } from './left-out-events.js';

/** Restores a backup into an installation that is stopped. */
export async function restore(args: readonly string[]): Promise<void> {
  const { location: target, backup, force } = parseRestoreArguments(args);
  const env = readSharedEnvironment(process.env);
  await failingAs(`The restore from ${target}`, async () => {
    const location = await openBackupLocation(target, env, 'read');
    try {
      await restoreFrom(await openVerifiedBackup(location, backup), env, force);
    } finally {
      await location.close();
    }
  });
}

async function restoreFrom(backup: VerifiedBackup, env: SharedEnvironment, force: boolean): Promise<void> {
  const leftOut = countLeftOutEvents(backup.manifest, env, force);
  const folder = await lockFolder(env.DATA_DIR);
  const logger = createLogger('restore', 'warn');
  const database = await openDataFolderDatabase(
    env.DATABASE_URL,
    env.DATA_DIR,
    env.DATABASE_POOL_SIZE,
    logger,
  );
  try {
    const objectStore = await openStore(env);
    const startedAt = Date.now();
    const { createdAt, rows, rowsOnly, mails, objects, bytes, expired } = await restoreBackup(
      backup,
      {
        databaseUrl: database.url,
        services: serviceSchemas,
        bus: busSchema(env),
        objects: objectStore,
        references: { schema: 'files', repair: repairMissingObjects },
        mails: join(env.DATA_DIR, 'mails'),
        installSecrets: (secrets, rowsAreInPlace) => installSecrets(env, secrets, { rowsAreInPlace, force }),
      },
      { force, logger },
    );
    await continueSeries(database.url, backup.manifest.series, logger);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(
      `Waybill is what it was at ${createdAt.toISOString()}: ${rows} rows, ${mails} mails and ${objects} objects of ` +
        `${bytes} bytes, after ${seconds} s.\n`,
    );
    if (leftOut > 0) {
      process.stdout.write(
        `${leftOut} undelivered events or dead letters of one machine were left out: RabbitMQ is the bus now.\n`,
      );
    }
    if (rowsOnly) {
      process.stdout.write(
        'The backup has rows only: the object store must have the objects of that time.\n',
      );
    }
    if (await readMarker(objectStore)) {
      process.stdout.write(
        'The object store had an owner already: nothing is deleted from it until `npm run storage -- adopt`.\n',
      );
    }
    if (expired > 0) {
      process.stdout.write(
        `${expired} objects are neither in the backup nor in the store; their files have expired.\n`,
      );
    }
  } finally {
    await database.close();
    await folder.release();
  }
}

/** Continues the series of the backup, so that the next backups replace its old ones. Only logs a failure. */
async function continueSeries(databaseUrl: string, series: string | null, logger: Logger): Promise<void> {
  if (series === null) return;
  try {
    await continueBackupSeries(databaseUrl, series, logger);
  } catch (error) {
    logger.warn({ err: error }, 'Old backups will not be removed: their series could not be stored');
  }
}
