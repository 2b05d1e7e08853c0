import { readSharedEnvironment, type SharedEnvironment } from '@waybill/composition';
import {
  generateSecret,
  lockFolder,
  openDataFolderDatabase,
  readSecrets,
  type Secrets,
  writeSecrets,
} from '@waybill/composition/data-folder';
import { ConfigurationError, createLogger } from '@waybill/service-kit';
import { parseArgs } from 'node:util';
import { rewrapEverything, type RewrapReport } from './rewrap-everything.js';
import { requireInstallation, withDatabase } from './with-database.js';
import { withStoreMaintenance } from './with-store-maintenance.js';

const USAGE = 'Usage: npm run rotate-key [-- --sessions]';

/** Replaces the encryption key of the files, or the session secret. */
export async function rotateKey(args: readonly string[]): Promise<void> {
  const sessions = parseArguments(args);
  const env = readSharedEnvironment(process.env);
  if (sessions) return rotateSessionSecret(env);
  return env.ENCRYPTION_KEY ? rewrapWithGivenKeys(env, env.ENCRYPTION_KEY) : rotateStoredKey(env);
}

/** @returns whether to rotate the session secret */
function parseArguments(args: readonly string[]): boolean {
  try {
    return (
      parseArgs({ args: [...args], options: { sessions: { type: 'boolean' } } }).values.sessions ?? false
    );
  } catch {
    throw new ConfigurationError(USAGE);
  }
}

/**
 * Rotates to the first key in ENCRYPTION_KEY. The operator has already restarted every process with the new key first.
 * This wraps the keys and secrets of all rows with it.
 */
async function rewrapWithGivenKeys(env: SharedEnvironment, keys: readonly Buffer[]): Promise<void> {
  const reports = await withDatabase(env, async (url) => {
    await requireDatabaseOfStore(env, url);
    return rewrapEverything(url, keys);
  });
  printReports(reports);
  const left = leftIn(reports);
  if (left !== '') {
    throw new ConfigurationError(
      `The last pass found ${left} wrapped by a former key: a process that was not started with the new key first ` +
        'goes on to use it. Start it again, then repeat this.',
    );
  }
  process.stdout.write(
    'The first key of ENCRYPTION_KEY opens all of them. No other is needed: take the others out and start again.\n',
  );
}

/** Rotates the key in the data folder. If there are two keys, finishes an earlier rotation that was interrupted. */
async function rotateStoredKey(env: SharedEnvironment): Promise<void> {
  requireInstallation(env);
  await withStoredSecrets(env, async (secrets) => {
    const { encryptionKeys } = secrets;
    const keys = encryptionKeys.length > 1 ? encryptionKeys : [generateSecret(), ...encryptionKeys];
    const logger = createLogger('rotate-key', 'warn');
    const database = await openDataFolderDatabase(
      env.DATABASE_URL,
      env.DATA_DIR,
      env.DATABASE_POOL_SIZE,
      logger,
    );
    let reports: readonly RewrapReport[];
    try {
      await requireDatabaseOfStore(env, database.url);
      await writeSecrets(env.DATA_DIR, { ...secrets, encryptionKeys: keys });
      reports = await rewrapEverything(database.url, keys);
    } finally {
      await database.close();
    }
    const left = leftIn(reports);
    if (left !== '') throw new Error(`The last pass found ${left} wrapped by a former key`);
    await writeSecrets(env.DATA_DIR, { ...secrets, encryptionKeys: keys.slice(0, 1) });
    printReports(reports);
    process.stdout.write('The former key is not needed any more and was removed. Take a new backup now.\n');
  });
}

/**
 * A wrong or empty database does not have the rows that need the former key, so every file would lose its key.
 * @throws ConfigurationError when the object store belongs to another database
 */
async function requireDatabaseOfStore(env: SharedEnvironment, url: string): Promise<void> {
  await withStoreMaintenance(env, url, (maintenance) =>
    maintenance.requireOwner('No key was replaced, because files of the store may need the former one.'),
  );
}

async function rotateSessionSecret(env: SharedEnvironment): Promise<void> {
  if (env.SESSION_SECRET) {
    throw new ConfigurationError(
      'SESSION_SECRET is set: put a new one before it, divided by a comma, and start again; after a day take the ' +
        'former one out.',
    );
  }
  await withStoredSecrets(env, async (secrets) => {
    const [former] = secrets.sessionSecrets;
    await writeSecrets(env.DATA_DIR, {
      ...secrets,
      sessionSecrets: former ? [generateSecret(), former] : [generateSecret()],
    });
    process.stdout.write(
      'A new session secret signs from the next start. The former one is accepted until this is repeated.\n',
    );
  });
}

/** Runs `work` on the secrets of the data folder, and locks the folder meanwhile, so that Waybill cannot start. */
async function withStoredSecrets(
  env: SharedEnvironment,
  work: (secrets: Secrets) => Promise<void>,
): Promise<void> {
  const folder = await lockFolder(env.DATA_DIR);
  try {
    const secrets = await readSecrets(env.DATA_DIR);
    if (!secrets) throw new ConfigurationError(`There are no keys in ${env.DATA_DIR}.`);
    await work(secrets);
  } finally {
    await folder.release();
  }
}

function printReports(reports: readonly RewrapReport[]): void {
  for (const { noun, rows, rewrapped } of reports)
    process.stdout.write(`${rewrapped} of ${rows} ${noun} were wrapped by the new key.\n`);
}

/** The number of each kind that is left, such as `2 files, 1 secrets of webhooks`; empty when nothing is. */
function leftIn(reports: readonly RewrapReport[]): string {
  return reports
    .filter(({ left }) => left > 0)
    .map(({ noun, left }) => `${left} ${noun}`)
    .join(', ');
}
