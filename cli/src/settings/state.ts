import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stateFolder } from './locations.js';
import { readJsonFile, writePrivateFile } from './private-file.js';

/**
 * Saved values with which a later run resumes transfers, readable by the user alone. Each value has its own file, so
 * that concurrent transfers, also of several processes, do not overwrite each other's values.
 */
export class State<T> {
  /** @param kind name of the folder of these values */
  constructor(private readonly kind: string) {}

  async find(key: string): Promise<T | undefined> {
    return (await readJsonFile(this.pathOf(key))) as T | undefined;
  }

  save(key: string, value: T): Promise<void> {
    return writePrivateFile(this.pathOf(key), JSON.stringify(value));
  }

  remove(key: string): Promise<void> {
    return rm(this.pathOf(key), { force: true });
  }

  private pathOf(key: string): string {
    return join(stateFolder(), this.kind, createHash('sha256').update(key).digest('hex').slice(0, 32));
  }
}
