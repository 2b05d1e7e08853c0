import { ConfigurationError } from '@waybill/service-kit';
import type { StandaloneEnvironment } from '../environment.js';
import { fromEnvironment, readSecrets, type Secrets, writeSecrets } from '../secrets.js';

type Environment = Pick<StandaloneEnvironment, 'SESSION_SECRET' | 'ENCRYPTION_KEY' | 'DATA_DIR'>;

/**
 * The secrets that this Waybill runs with: the environment's, or those of its data folder.
 * @throws ConfigurationError when there are none, as nobody could read a backup without them
 */
export async function secretsInUse(env: Environment): Promise<Secrets> {
  const kept = await readSecrets(env.DATA_DIR);
  const sessionSecrets = env.SESSION_SECRET ?? kept?.sessionSecrets;
  const encryptionKeys = env.ENCRYPTION_KEY ?? kept?.encryptionKeys;
  if (sessionSecrets && encryptionKeys) return { sessionSecrets, encryptionKeys };
  throw new ConfigurationError(
    `SESSION_SECRET and ENCRYPTION_KEY are not set, and there are none in ${env.DATA_DIR}: without them nobody ` +
      'could read the backup.',
  );
}

/**
 * Makes a backup's secrets those of this Waybill. Until the rows are in place the keys that were there stay beside
 * them, so that whatever interrupts it, the rows that are there find theirs.
 * @throws ConfigurationError when the environment sets keys that cannot open the backup's files
 */
export async function takeSecrets(
  env: Environment,
  values: Readonly<Record<string, string>>,
  rowsAreInPlace: boolean,
): Promise<void> {
  const secrets = fromEnvironment(values);
  if (!secrets) throw new ConfigurationError('The secrets of the backup are damaged. Nothing was restored.');
  const { ENCRYPTION_KEY, SESSION_SECRET, DATA_DIR } = env;
  if (
    ENCRYPTION_KEY &&
    secrets.encryptionKeys.some((key) => !ENCRYPTION_KEY.some((own) => own.equals(key)))
  ) {
    throw new ConfigurationError(
      'ENCRYPTION_KEY lacks a key that the files of the backup need: add what its secrets.json has.',
    );
  }
  if (ENCRYPTION_KEY && SESSION_SECRET) return;
  const kept = rowsAreInPlace ? null : await readSecrets(DATA_DIR);
  const others = (kept?.encryptionKeys ?? []).filter(
    (key) => !secrets.encryptionKeys.some((own) => own.equals(key)),
  );
  await writeSecrets(DATA_DIR, { ...secrets, encryptionKeys: [...secrets.encryptionKeys, ...others] });
}
