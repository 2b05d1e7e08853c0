import { filesDatabase, rewrapKeys, type Rewrapped } from '@waybill/files';
import { openDatabase as openServiceDatabase } from '@waybill/database';
import { ConfigurationError, createLogger } from '@waybill/service-kit';
import { Keyring, UnknownKeyError } from '@waybill/storage';
import { parseArgs } from 'node:util';
import { takeDataFolder } from './data-folder.js';
import { openDatabase } from './database.js';
import { readEnvironment, type StandaloneEnvironment } from './environment.js';
import { withDatabase } from './running-database.js';
import { newSecret, readSecrets, type Secrets, writeSecrets } from './secrets.js';
import { runCommand } from './run-command.js';

const USAGE = 'Usage: npm run rotate-key [-- --sessions]';
/** One holds the migrations' lock while another runs them. */
const CONNECTIONS = 2;

/** Retires the key that files are locked by, or the one that sessions are signed with. */
async function main(args: readonly string[]): Promise<void> {
  const sessions = readOrder(args);
  const env = readEnvironment(process.env);
  if (sessions) return rotateSessionSecret(env);
  return env.ENCRYPTION_KEY ? rewrapByGivenKeys(env, env.ENCRYPTION_KEY) : rotateKeptKey(env);
}

/** @returns whether the session secret is meant */
function readOrder(args: readonly string[]): boolean {
  try {
    return (
      parseArgs({ args: [...args], options: { sessions: { type: 'boolean' } } }).values.sessions ?? false
    );
  } catch {
    throw new ConfigurationError(USAGE);
  }
}

/** The operator has put the new key first, everywhere: what is left is to lock everything by it. */
async function rewrapByGivenKeys(env: StandaloneEnvironment, keys: readonly Buffer[]): Promise<void> {
  const done = await withDatabase(env, (url) => rewrap(url, keys));
  if (done.left > 0) {
    throw new ConfigurationError(
      `${done.left} keys of files are locked by a former key still: a process that was not started with the new ` +
        'key first goes on to use it. Start it again, then repeat this.',
    );
  }
  tell(done);
  process.stdout.write(
    'The first key of ENCRYPTION_KEY opens all of them. No other is needed: take the others out and start again.\n',
  );
}

/** The keys are ours to change; two of them there mean that an earlier rotation was broken off. */
async function rotateKeptKey(env: StandaloneEnvironment): Promise<void> {
  await withKeptSecrets(env, async (secrets) => {
    const { encryptionKeys } = secrets;
    const keys = encryptionKeys.length > 1 ? encryptionKeys : [newSecret(), ...encryptionKeys];
    await writeSecrets(env.DATA_DIR, { ...secrets, encryptionKeys: keys });
    const database = await openDatabase(env.DATABASE_URL, env.DATA_DIR);
    let done: Rewrapped;
    try {
      done = await rewrap(database.url, keys);
    } finally {
      await database.close();
    }
    if (done.left > 0) throw new Error(`${done.left} keys of files are in use by somebody else`);
    await writeSecrets(env.DATA_DIR, { ...secrets, encryptionKeys: keys.slice(0, 1) });
    tell(done);
    process.stdout.write('The former key is not needed any more and was removed. Take a new backup now.\n');
  });
}

async function rotateSessionSecret(env: StandaloneEnvironment): Promise<void> {
  if (env.SESSION_SECRET) {
    throw new ConfigurationError(
      'SESSION_SECRET is set: put a new one before it, divided by a comma, and start again; after a day take the ' +
        'former one out.',
    );
  }
  await withKeptSecrets(env, async (secrets) => {
    const [former] = secrets.sessionSecrets;
    await writeSecrets(env.DATA_DIR, {
      ...secrets,
      sessionSecrets: former ? [newSecret(), former] : [newSecret()],
    });
    process.stdout.write(
      'A new session secret signs from the next start. The former one is accepted until this is repeated.\n',
    );
  });
}

/** Has `work` done on the keys of a data folder that nobody uses meanwhile. */
async function withKeptSecrets(
  env: StandaloneEnvironment,
  work: (secrets: Secrets) => Promise<void>,
): Promise<void> {
  const folder = await takeDataFolder(env.DATA_DIR);
  try {
    const secrets = await readSecrets(env.DATA_DIR);
    if (!secrets) throw new ConfigurationError(`There are no keys in ${env.DATA_DIR}.`);
    await work(secrets);
  } finally {
    await folder.release();
  }
}

async function rewrap(url: string, keys: readonly Buffer[]): Promise<Rewrapped> {
  const logger = createLogger('rotate-key', 'warn');
  const database = await openServiceDatabase(url, filesDatabase, logger, { poolSize: CONNECTIONS });
  try {
    return await rewrapKeys(database, new Keyring(keys));
  } finally {
    await database.destroy();
  }
}

function tell({ rows, rewrapped }: Rewrapped): void {
  process.stdout.write(`${rewrapped} of ${rows} files were locked by the new key.\n`);
}

await runCommand(() => main(process.argv.slice(2)), UnknownKeyError);
