import { ConfigurationError, secretKey } from '@waybill/service-kit';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const KEY_BYTES = 32;

const fileSchema = z.object({ SESSION_SECRET: secretKey(), ENCRYPTION_KEY: secretKey() });

export interface Secrets {
  readonly sessionSecret: Buffer;
  readonly encryptionKey: Buffer;
}

/**
 * The keys of this data folder: made at the first start, readable by nobody else.
 * @throws ConfigurationError when they are damaged, or gone while data locked by them is there
 */
export async function loadSecrets(folder: string): Promise<Secrets> {
  const path = join(folder, 'keys', 'secrets.json');
  if (existsSync(path)) return read(path);
  if (['objects', 'postgres'].some((name) => existsSync(join(folder, name)))) {
    throw new ConfigurationError(
      `The keys of the data folder are missing: put ${path} back from your backup, or its files cannot be read.`,
    );
  }
  const secrets = { sessionSecret: randomBytes(KEY_BYTES), encryptionKey: randomBytes(KEY_BYTES) };
  await write(folder, path, secrets);
  return secrets;
}

async function read(path: string): Promise<Secrets> {
  const text = await readFile(path, 'utf8');
  const result = fileSchema.safeParse(parseJson(text));
  if (result.success) {
    return { sessionSecret: result.data.SESSION_SECRET, encryptionKey: result.data.ENCRYPTION_KEY };
  }
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
async function write(folder: string, path: string, { sessionSecret, encryptionKey }: Secrets): Promise<void> {
  const keys = join(folder, 'keys');
  await mkdir(keys, { recursive: true, mode: 0o700 });
  const partial = `${path}.partial`;
  const file = await open(partial, 'w', 0o600);
  try {
    const text = {
      SESSION_SECRET: sessionSecret.toString('base64'),
      ENCRYPTION_KEY: encryptionKey.toString('base64'),
    };
    await file.writeFile(`${JSON.stringify(text, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path);
  for (const parent of [keys, folder]) await syncFolder(parent);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
