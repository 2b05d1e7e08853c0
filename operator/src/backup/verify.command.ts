import { type BackupLocation, openVerifiedBackup, verifyBackup, type VerifiedBackup } from '@waybill/backup';
import { deliveriesDatabase } from '@waybill/bus';
import { readSharedEnvironment } from '@waybill/composition';
import { parseSecrets } from '@waybill/composition/data-folder';
import { referencedObjects } from '@waybill/files';
import { ConfigurationError, createLogger } from '@waybill/service-kit';
import { Keyring } from '@waybill/storage';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failingAs } from '../run-command.js';
import { serviceSchemas } from '../schemas.js';
import { parseVerifyArguments } from './arguments.js';
import { openBackupLocation } from './backup-location.js';
import { withEmptyDatabase } from './empty-database.js';
import { verificationReport } from './verification-report.js';

/** Restores a backup into a temporary location and compares it. Touches no installation. */
export async function verify(args: readonly string[]): Promise<void> {
  const { location: target, backup: name, database } = parseVerifyArguments(args);
  const startedAt = Date.now();
  const env = readSharedEnvironment(process.env);
  await failingAs(`The verification of ${target}`, async () => {
    const location = await openBackupLocation(target, env, 'read');
    try {
      const report = await verifyLocation(location, name, database);
      process.stdout.write(verificationReport({ ...report, milliseconds: Date.now() - startedAt }));
    } finally {
      await location.close();
    }
  });
}

async function verifyLocation(
  location: BackupLocation,
  name: string | undefined,
  database: string | undefined,
) {
  const backup = await openVerifiedBackup(location, name);
  const keyring = new Keyring(await readKeys(backup));
  const report = await withEmptyDatabase(database, (databaseUrl) =>
    verifyBackup(
      backup,
      {
        databaseUrl,
        databases: [...serviceSchemas, deliveriesDatabase],
        references: { schema: 'files', keys: (manager) => referencedObjects(manager, keyring) },
      },
      createLogger('verify', 'warn'),
    ),
  );
  const { createdAt, rowsOnly, lost } = backup.manifest;
  return { ...report, createdAt, rowsOnly, lost: lost.length };
}

async function readKeys({ state }: VerifiedBackup): Promise<readonly Buffer[]> {
  const text = await readFile(join(state, 'secrets.json'), 'utf8');
  const secrets = parseSecrets(JSON.parse(text));
  if (!secrets) throw new ConfigurationError('The secrets of the backup are damaged.');
  return secrets.encryptionKeys;
}
