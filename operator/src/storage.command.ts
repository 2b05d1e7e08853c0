import { readSharedEnvironment } from '@waybill/composition';
import type { StoreMaintenance } from '@waybill/files';
import { ConfigurationError } from '@waybill/service-kit';
import { withDatabase } from './with-database.js';
import { withStoreMaintenance } from './with-store-maintenance.js';

const USAGE = 'Usage: npm run storage -- status | adopt | orphans list | orphans delete';

/** Shows which database owns the object store, gives it to this one, and lists or deletes objects without a row. */
export async function storage(args: readonly string[]): Promise<void> {
  const command = parseCommand(args);
  const env = readSharedEnvironment(process.env);
  const output = await withDatabase(env, (url) => withStoreMaintenance(env, url, command));
  process.stdout.write(`${output}\n`);
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
