import { findBackup, restoreBackup } from '@waybill/backup';
import { openStore } from '@waybill/composition';
import { readMarker, settleLostObjects } from '@waybill/files';
import { createLogger } from '@waybill/service-kit';
import { join } from 'node:path';
import { readRestoreOrder } from './backup/arguments.js';
import { takeSecrets } from './backup/secrets-in-use.js';
import { busOf, services } from './backup/services.js';
import { takeDataFolder } from './data-folder.js';
import { openDatabase } from './database.js';
import { readEnvironment } from './environment.js';
import { runCommand } from './run-command.js';

/** Makes a Waybill that does not run what it was when the backup was taken, on either profile. */
async function main(args: readonly string[]): Promise<void> {
  const { folder: path, force } = readRestoreOrder(args);
  const env = readEnvironment(process.env);
  const backup = await findBackup(path);
  const folder = await takeDataFolder(env.DATA_DIR);
  const database = await openDatabase(env.DATABASE_URL, env.DATA_DIR);
  try {
    const objectStore = await openStore(env);
    const began = Date.now();
    const { createdAt, rows, mails, objects, bytes, expired } = await restoreBackup(
      backup,
      {
        databaseUrl: database.url,
        services,
        bus: busOf(env),
        objects: objectStore,
        naming: { schema: 'files', settle: settleLostObjects },
        mails: join(env.DATA_DIR, 'mails'),
        takeSecrets: (secrets, rowsAreInPlace) => takeSecrets(env, secrets, rowsAreInPlace),
      },
      { force, logger: createLogger('restore', 'warn') },
    );
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    process.stdout.write(
      `Waybill is what it was at ${createdAt.toISOString()}: ${rows} rows, ${mails} mails and ${objects} objects of ` +
        `${bytes} bytes, after ${seconds} s.\n`,
    );
    if (await readMarker(objectStore)) {
      process.stdout.write(
        'The object store had an owner already: nothing is deleted from it until `npm run storage -- adopt`.\n',
      );
    }
    if (expired > 0) {
      process.stdout.write(`${expired} objects were removed while it was taken; their files have expired.\n`);
    }
  } finally {
    await database.close();
    await folder.release();
  }
}

await runCommand(() => main(process.argv.slice(2)));
