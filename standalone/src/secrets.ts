import { ConfigurationError, secretKeys } from '@waybill/service-kit';
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
  /** The first signs, all verify. */
  readonly sessionSecrets: readonly Buffer[];
  /** The first locks, all open. */
  readonly encryptionKeys: readonly Buffer[];
}

/**
 * The keys of this data folder: made at the first start, readable by nobody else.
 * @throws ConfigurationError when they are damaged, or gone while data locked by them is there
 */
export async function loadSecrets(folder: string): Promise<Secrets> {
  const path = secretsFile(folder);
  const kept = await readSecrets(folder);
  if (kept) return kept;
  if (['objects', 'postgres'].some((name) => existsSync(join(folder, name)))) {
    throw new ConfigurationError(
      `The keys of the data folder are missing: put ${path} back from your backup, or its files cannot be read.`,
    );
  }
  const secrets = { sessionSecrets: [newSecret()], encryptionKeys: [newSecret()] };
  await writeSecrets(folder, secrets);
  return secrets;
}

/** What a session secret or an encryption key is made of. */
export function newSecret(): Buffer {
  return randomBytes(KEY_BYTES);
}

/**
 * The keys of this data folder; null where there are none yet.
 * @throws ConfigurationError when they are damaged
 */
export async function readSecrets(folder: string): Promise<Secrets | null> {
  const path = secretsFile(folder);
  if (!existsSync(path)) return null;
  const secrets = fromEnvironment(parseJson(await readFile(path, 'utf8')));
  if (secrets) return secrets;
  throw new ConfigurationError(`The keys in ${path} are damaged: put the file back from your backup.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whole or not at all, even when the machine stops half-way: a lost key is a lost file. */
export async function writeSecrets(folder: string, secrets: Secrets): Promise<void> {
  const path = secretsFile(folder);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await replaceFile(path, `${JSON.stringify(asEnvironment(secrets), null, 2)}\n`);
  // Its folder may be new, too.
  await syncFolder(folder);
}

/** As the environment would have them. */
export function asEnvironment({ sessionSecrets, encryptionKeys }: Secrets) {
  const list = (keys: readonly Buffer[]) => keys.map((key) => key.toString('base64')).join(',');
  return { SESSION_SECRET: list(sessionSecrets), ENCRYPTION_KEY: list(encryptionKeys) };
}

/** The keys as `asEnvironment` gave them; null when they are none. */
export function fromEnvironment(values: unknown): Secrets | null {
  const { success, data } = fileSchema.safeParse(values);
  return success ? { sessionSecrets: data.SESSION_SECRET, encryptionKeys: data.ENCRYPTION_KEY } : null;
}

function secretsFile(folder: string): string {
  return join(folder, 'keys', 'secrets.json');
}
