import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Keys of the marker of the store's owner, and of the claim by which a database asks whether another one uses it. */
const OWNERSHIP_KEYS = ['waybill-installation', 'waybill-installation-claim'];

/** Whether an object has bytes of a file, and does not mark the owner of the store. */
export function isOfFile(key: string): boolean {
  return !OWNERSHIP_KEYS.includes(key);
}

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
