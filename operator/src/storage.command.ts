import { openStore, readSharedEnvironment } from '@waybill/composition';
import { openDatabase } from '@waybill/database';
import { filesDatabase, StoreMaintenance } from '@waybill/files';
import { ConfigurationError, createLogger } from '@waybill/service-kit';
import { withDatabase } from './with-database.js';

const USAGE = 'Usage: npm run storage -- status | adopt | orphans list | orphans delete';

/** Migrating and taking ownership each hold a lock on one connection and work on another. */
const CONNECTIONS = 2;

/** Shows which database owns the object store, gives it to this one, and lists or deletes objects without a row. */
export async function storage(args: readonly string[]): Promise<void> {
  const command = parseCommand(args);
  const env = readSharedEnvironment(process.env);
  const store = await openStore(env);
  const logger = createLogger('storage', 'warn');
  await withDatabase(env, async (url) => {
    const database = await openDatabase(url, filesDatabase, logger, { poolSize: CONNECTIONS });
    try {
      const output = await command(new StoreMaintenance(database, store, logger));
      process.stdout.write(`${output}\n`);
    } finally {
      await database.destroy();
    }
  });
}

/** @throws ConfigurationError with the usage */
function parseCommand(args: readonly string[]): (maintenance: StoreMaintenance) => Promise<string> {
  switch (args.join(' ')) {
    case 'status':
      return (maintenance) => maintenance.status();
    case 'adopt':
      return (maintenance) => maintenance.adopt();
    case 'orphans list':
      return (maintenance) => maintenance.listOrphans();
    case 'orphans delete':
      return (maintenance) => maintenance.deleteOrphans();
    default:
      throw new ConfigurationError(USAGE);
  }
}
