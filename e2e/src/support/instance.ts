import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Key of the object that names the owner of the store. */
export const MARKER_KEY = 'waybill-installation';

/** Key of the object by which a database asks whether another one uses the store. */
export const CLAIM_KEY = 'waybill-installation-claim';

/** A running Waybill with data of its own, on either profile. */
export interface Instance {
  readonly url: string;

  /** Texts of all mails kept on disk, because no mail server is configured. */
  mails(): Promise<string[]>;

  /** Keys of all stored objects, sorted. */
  objects(): Promise<string[]>;

  /** Stops the instance and removes its data. */
  dispose(): Promise<void>;
}

/** Mails kept in a data folder. Empty if there is no mail folder yet. */
export async function mailsIn(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'mails');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}
