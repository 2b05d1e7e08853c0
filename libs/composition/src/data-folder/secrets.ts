import { parseJson } from '@waybill/contracts';
import { ConfigurationError, nullIfMissing, secretKeys } from '@waybill/service-kit';
import { replaceFile, syncFolder } from '@waybill/service-kit/durable-files';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const KEY_BYTES = 32;

const fileSchema = z.object({
  SESSION_SECRET: secretKeys(),
  ENCRYPTION_KEY: secretKeys(),
});

export interface Secrets {
  /** The first secret signs; all of them verify. */
  readonly sessionSecrets: readonly Buffer[];
  /** The first key encrypts; all of them decrypt. */
  readonly encryptionKeys: readonly Buffer[];
}

/**
 * Reads the secrets of the data folder. Generates them at the first start, readable by the owner only.
 * @throws ConfigurationError when they are damaged, or when they are missing although encrypted data exists
 */
export async function loadSecrets(folder: string): Promise<Secrets> {
  const stored = await readSecrets(folder);
  if (stored) return stored;
  if (['objects', 'postgres'].some((name) => existsSync(join(folder, name)))) {
    throw new ConfigurationError(
      `The keys of the data folder are missing: put ${secretsFile(folder)} back from your backup, or its files cannot be read.`,
    );
  }
  const secrets = { sessionSecrets: [generateSecret()], encryptionKeys: [generateSecret()] };
  await writeSecrets(folder, secrets);
  return secrets;
}

/** Generates a random session secret or encryption key. */
export function generateSecret(): Buffer {
  return randomBytes(KEY_BYTES);
}

/**
 * Reads the secrets of the data folder; null before the first start.
 * @throws ConfigurationError when they are damaged
 */
export async function readSecrets(folder: string): Promise<Secrets | null> {
  const path = secretsFile(folder);
  const text = await nullIfMissing(readFile(path, 'utf8'));
  if (text === null) return null;
  const secrets = parseSecrets(parseJson(text));
  if (secrets) return secrets;
  throw new ConfigurationError(`The keys in ${path} are damaged: put the file back from your backup.`);
}

/** Replaces the file atomically and durably: without the key, the files of the data folder cannot be decrypted. */
export async function writeSecrets(folder: string, secrets: Secrets): Promise<void> {
  const path = secretsFile(folder);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await replaceFile(path, `${JSON.stringify(toEnvironment(secrets), null, 2)}\n`);
  // The `keys` folder itself may be new: sync its entry in the data folder.
  await syncFolder(folder);
}

/** Formats the secrets as environment variables. */
export function toEnvironment({ sessionSecrets, encryptionKeys }: Secrets) {
  const list = (keys: readonly Buffer[]) => keys.map((key) => key.toString('base64')).join(',');
  return { SESSION_SECRET: list(sessionSecrets), ENCRYPTION_KEY: list(encryptionKeys) };
}

/** Reverses `toEnvironment`; null when the values are malformed. */
export function parseSecrets(values: unknown): Secrets | null {
  const { success, data } = fileSchema.safeParse(values);
  return success ? { sessionSecrets: data.SESSION_SECRET, encryptionKeys: data.ENCRYPTION_KEY } : null;
}

function secretsFile(folder: string): string {
  return join(folder, 'keys', 'secrets.json');
}
