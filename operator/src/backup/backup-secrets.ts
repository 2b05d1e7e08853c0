import type { SharedEnvironment } from '@waybill/composition';
import { parseSecrets, readSecrets, type Secrets, writeSecrets } from '@waybill/composition/data-folder';
import { ConfigurationError } from '@waybill/service-kit';

type Environment = Pick<SharedEnvironment, 'DATA_DIR'> &
  Partial<Pick<SharedEnvironment, 'SESSION_SECRET' | 'ENCRYPTION_KEY' | 'DATABASE_URL'>>;

/**
 * The secrets that Waybill runs with: those of the environment, else those of the data folder.
 * @throws ConfigurationError when there are none: a backup without its keys could not be read
 */
export async function readSecretsInUse(env: Environment): Promise<Secrets> {
  const stored = await readSecrets(env.DATA_DIR);
  const sessionSecrets = env.SESSION_SECRET ?? stored?.sessionSecrets;
  const encryptionKeys = env.ENCRYPTION_KEY ?? stored?.encryptionKeys;
  if (sessionSecrets && encryptionKeys) return { sessionSecrets, encryptionKeys };
  throw new ConfigurationError(
    `SESSION_SECRET and ENCRYPTION_KEY are not set, and there are none in ${env.DATA_DIR}: without them the backup ` +
      'could not be read.',
  );
}

/**
 * Installs the secrets of a backup in the data folder. Keeps the present keys beside them until the rows are
 * restored, so that an interrupted restore leaves the present files readable.
 * @throws ConfigurationError when ENCRYPTION_KEY is set and cannot decrypt the files of the backup, or the data folder
 * has another key that files of another database may need
 */
export async function installSecrets(
  env: Environment,
  values: Readonly<Record<string, string>>,
  { rowsAreInPlace, force }: { readonly rowsAreInPlace: boolean; readonly force: boolean },
): Promise<void> {
  const secrets = parseSecrets(values);
  if (!secrets) throw new ConfigurationError('The secrets of the backup are damaged. Nothing was restored.');
  const { ENCRYPTION_KEY, SESSION_SECRET, DATA_DIR, DATABASE_URL } = env;
  if (ENCRYPTION_KEY && !secrets.encryptionKeys.every((key) => includesKey(ENCRYPTION_KEY, key))) {
    throw new ConfigurationError(
      'ENCRYPTION_KEY lacks a key that the files of the backup need: add what its secrets.json has.',
    );
  }
  if (ENCRYPTION_KEY && SESSION_SECRET) return;
  const present = rowsAreInPlace ? null : await readSecrets(DATA_DIR);
  const others = (present?.encryptionKeys ?? []).filter((key) => !includesKey(secrets.encryptionKeys, key));
  // The rows of a database elsewhere are not replaced, so their files may still need the key.
  if (others.length > 0 && DATABASE_URL !== undefined && !force) {
    throw new ConfigurationError(
      `${DATA_DIR} has a key that the backup lacks, and that may be the only one of other files. Restore into an empty ` +
        'DATA_DIR, or with --force, which removes that key for good.',
    );
  }
  await writeSecrets(DATA_DIR, { ...secrets, encryptionKeys: [...secrets.encryptionKeys, ...others] });
}

function includesKey(keys: readonly Buffer[], key: Buffer): boolean {
  return keys.some((each) => each.equals(key));
}
