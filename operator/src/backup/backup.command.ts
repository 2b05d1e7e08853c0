import {
  type BackupOptions,
  type BackupLocation,
  type BackupReport,
  type BackupsLeft,
  ensureBackupSeries,
  isBackupDue,
  isBucket,
  KEEP_ALL,
  OBJECTS_MISSING_EXIT_CODE,
  openConnection,
  recordBackup,
  removeOldBackups,
  type Retention,
  takeBackup,
  withBackupLock,
} from '@waybill/backup';
import { openStore, readSharedEnvironment, type SharedEnvironment } from '@waybill/composition';
import { lockFolder, toEnvironment } from '@waybill/composition/data-folder';
import { readOwnerMismatch, referencedObjects } from '@waybill/files';
import { ConfigurationError, createLogger } from '@waybill/service-kit';
import { Keyring, type ObjectStore } from '@waybill/storage';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { busSchema, serviceSchemas } from '../schemas.js';
import { failingAs } from '../run-command.js';
import { requireInstallation, withDatabase } from '../with-database.js';
import { type BackupArguments, parseBackupArguments } from './arguments.js';
import { openBackupLocation } from './backup-location.js';
import { readSecretsInUse } from './backup-secrets.js';
import { countUndeliveredEvents, type EventsInRabbitMq } from './undelivered-events.js';

const BACKUP_FOLDER = { noun: 'backup folder', setting: '--to' };

/** Writes a backup to a folder or a bucket, or removes old ones there, while Waybill runs or while it is stopped. */
export async function backup(args: readonly string[]): Promise<void> {
  const env = readSharedEnvironment(process.env);
  const options = parseBackupArguments(args, env);
  requireInstallation(env);
  const action = options.prune ? 'The removal of old backups from' : 'The backup to';
  await failingAs(`${action} ${options.location}`, () => backUpOrPrune(options, env));
}

async function backUpOrPrune(
  { location: target, prune, ifDue, ...options }: BackupArguments,
  env: SharedEnvironment,
): Promise<void> {
  const location = await openBackupLocation(target, env, prune ? 'remove' : 'write');
  // Before the lock, which creates a missing folder.
  if (prune && !isBucket(target) && !existsSync(location.name)) {
    throw new ConfigurationError(`There is no folder ${location.name}.`);
  }
  const folder = isBucket(target) ? null : await lockFolder(location.name, BACKUP_FOLDER);
  try {
    if (ifDue && !isBackupDue(await location.backups(), env.BACKUP_INTERVAL_HOURS, new Date())) return;
    await withDatabase(env, (databaseUrl) =>
      withBackupLock(databaseUrl, () =>
        prune
          ? pruneAt(location, options.retention, databaseUrl)
          : backUpTo(location, options, env, databaseUrl),
      ),
    );
  } finally {
    await folder?.release();
    await location.close();
  }
}

async function pruneAt(location: BackupLocation, retention: Retention, databaseUrl: string): Promise<void> {
  const left = await removeOldBackups(location, await seriesOf(databaseUrl), retention, new Date());
  process.stdout.write(`${countOf(left)} in ${location.name}.\n`);
  reportOthers(left);
}

async function backUpTo(
  location: BackupLocation,
  options: BackupOptions,
  env: SharedEnvironment,
  databaseUrl: string,
): Promise<void> {
  const startedAt = Date.now();
  const secrets = await readSecretsInUse(env);
  const keyring = new Keyring(secrets.encryptionKeys);
  const inRabbitMq = await eventsInRabbitMq(env.RABBITMQ_URL);
  const objects = await openStore(env);
  const mismatch = await ownerMismatch(databaseUrl, objects);
  const report = await takeBackup(
    {
      databaseUrl,
      // A wrong database gets no series, so that the right one removes its backups.
      series: mismatch === null ? await seriesOf(databaseUrl) : null,
      services: serviceSchemas,
      bus: busSchema(env),
      objects,
      references: { schema: 'files', keys: (manager) => referencedObjects(manager, keyring) },
      secrets: toEnvironment(secrets),
      mails: join(env.DATA_DIR, 'mails'),
    },
    location,
    mismatch === null ? options : { ...options, retention: KEEP_ALL },
  );
  await recordSuccess(databaseUrl, report);
  printReport(report, location.name, inRabbitMq, (Date.now() - startedAt) / 1000);
  if (mismatch !== null) {
    process.stderr.write(
      `${mismatch} No earlier backup was removed, because it may be of the right database.\n`,
    );
  }
}

/** @returns a sentence when the object store belongs to another database than the one to be backed up */
async function ownerMismatch(databaseUrl: string, objects: ObjectStore): Promise<string | null> {
  const connection = await openConnection(databaseUrl, 'waybill-backup');
  try {
    return await readOwnerMismatch(connection, objects);
  } finally {
    await connection.destroy();
  }
}

/** @returns null when the database cannot store it, for example because its role may not create a schema */
async function seriesOf(databaseUrl: string): Promise<string | null> {
  const logger = createLogger('backup', 'warn');
  try {
    return await ensureBackupSeries(databaseUrl, logger);
  } catch (error) {
    logger.warn({ err: error }, 'The series of backups is unknown, so none of another series is removed');
    return null;
  }
}

/**
 * Records the backup for its metrics. A failure is only logged, because the backup itself is complete. It happens, for
 * example, if the database role may not create a schema.
 */
async function recordSuccess(databaseUrl: string, { createdAt, missing }: BackupReport): Promise<void> {
  const logger = createLogger('backup', 'warn');
  try {
    await recordBackup(databaseUrl, { createdAt, missingObjects: missing.length }, logger);
  } catch (error) {
    logger.warn({ err: error }, 'Recording the backup failed');
  }
}

/** Counts the events that wait in RabbitMQ: none without RabbitMQ, null if unknown. */
async function eventsInRabbitMq(url: string | undefined): Promise<EventsInRabbitMq | null> {
  if (url === undefined) return { undelivered: 0, deadLetters: 0 };
  const services = serviceSchemas.map(({ schema }) => schema);
  return countUndeliveredEvents(url, services, createLogger('backup', 'silent'));
}

function countOf({ count }: BackupsLeft): string {
  return count === 1 ? 'There is 1 backup' : `There are ${count} backups`;
}

function reportOthers({ ofOthers }: BackupsLeft): void {
  if (ofOthers.length === 0) return;
  process.stderr.write(
    `Kept until somebody deletes them, because they are of another installation: ${ofOthers.join(', ')}. ` +
      'Give each installation a place of its own.\n',
  );
}

function printReport(
  report: BackupReport,
  name: string,
  inRabbitMq: EventsInRabbitMq | null,
  seconds: number,
): void {
  const { backups, rows, mails, objects, bytes, copied, deleted, missing, saved } = report;
  process.stdout.write(
    `${rows} rows, ${mails} mails and ${objects} objects of ${bytes} bytes are in ${name}, after ` +
      `${seconds.toFixed(1)} s; ${copied} objects were new. ${countOf(backups)}.\n` +
      'The location holds the keys of all files and sessions: keep it as safe as them.\n',
  );
  reportOthers(backups);
  if (deleted > 0) {
    process.stdout.write(
      `${deleted} objects were deleted meanwhile; a restore shows their files as expired.\n`,
    );
  }
  if (inRabbitMq === null) {
    process.stderr.write(
      'RabbitMQ is unavailable: events that wait in its queues are not in the backup, and cannot be counted. Events ' +
        'that services have not published yet are in it.\n',
    );
  } else {
    const { undelivered, deadLetters } = inRabbitMq;
    if (undelivered > 0)
      process.stdout.write(`${undelivered} events were waiting in RabbitMQ and are not in the backup.\n`);
    if (deadLetters > 0)
      process.stdout.write(`${deadLetters} dead letters are in RabbitMQ and not in the backup.\n`);
  }
  if (missing.length === 0) return;
  process.stderr.write(
    `The bytes of ${missing.length} objects are not in the store: ${missing.join(', ')}\n`,
  );
  if (saved.length > 0) {
    process.stderr.write(
      `An earlier backup has copied ${saved.length} of them, and this one contains them: ${saved.join(', ')}\n`,
    );
  }
  process.exitCode = OBJECTS_MISSING_EXIT_CODE;
}
