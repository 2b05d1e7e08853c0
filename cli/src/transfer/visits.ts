import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stateFolder } from '../settings/locations.js';
import { readJsonFile, writePrivateFile } from '../settings/private-file.js';

/** A visit under way: resuming it uses up no second download of a limited link. */
export interface Visit {
  readonly id: string;
  readonly token: string | null;
  /** What an opened link leads to. */
  readonly target?: { readonly kind: 'file' | 'bundle'; readonly id: string };
}

function pathOf(key: string): string {
  return join(stateFolder(), 'visits', createHash('sha256').update(key).digest('hex').slice(0, 32));
}

/** @param key names what is downloaded */
export async function findVisit(key: string): Promise<Visit | undefined> {
  const found = ((await readJsonFile(pathOf(key))) ?? {}) as Partial<Visit>;
  return found.id === undefined ? undefined : { ...found, id: found.id, token: found.token ?? null };
}

export async function saveVisit(key: string, visit: Visit): Promise<void> {
  await writePrivateFile(pathOf(key), JSON.stringify(visit));
}

export async function removeVisit(key: string): Promise<void> {
  await rm(pathOf(key), { force: true });
}
