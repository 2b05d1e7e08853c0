import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stateFolder } from './locations.js';
import { readJsonFile, writePrivateFile } from './private-file.js';

/**
 * Values that resume transfers in a later run, readable by their owner alone. Each has a file of its own, so that
 * transfers at the same time, also of several processes, do not overwrite one another.
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
