import { openStore } from '@waybill/composition';
import { openDatabase } from '@waybill/database';
import { filesDatabase, StoreMaintenance } from '@waybill/files';
import { ConfigurationError, createLogger } from '@waybill/service-kit';
import { readEnvironment } from './environment.js';
import { withDatabase } from './running-database.js';
import { runCommand } from './run-command.js';

const USAGE = 'Usage: npm run storage -- status | adopt | orphans list | orphans delete';

/** One holds the lock of the migrations while another runs them; ownership takes a lock likewise. */
const CONNECTIONS = 2;

/** Shows who owns the object store, gives it to this database, and lists or deletes objects without a row. */
async function main(args: readonly string[]): Promise<void> {
  const command = commandOf(args);
  const env = readEnvironment(process.env);
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

/** @throws ConfigurationError how to use it */
function commandOf(args: readonly string[]): (maintenance: StoreMaintenance) => Promise<string> {
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

await runCommand(() => main(process.argv.slice(2)));
