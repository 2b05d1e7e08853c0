import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isFileSystemError } from '../errors.js';
import { printRemark } from '../output/print.js';
import { stateFolder } from './locations.js';
import { readJsonFile, writePrivateFile } from './private-file.js';

/**
 * Saved values with which a later run resumes transfers, readable by the user alone. Each value has its own file, so
 * that concurrent transfers, also of several processes, do not overwrite each other's values.
 *
 * A folder that cannot be read or written does not stop a transfer, which then cannot be resumed: what it has begun at
 * Waybill has to be finished.
 */
export class State<T> {
  /** @param kind name of the folder of these values */
  constructor(private readonly kind: string) {}

  async find(key: string): Promise<T | undefined> {
    return (await orRemark(() => readJsonFile(this.pathOf(key)))) as T | undefined;
  }

  async save(key: string, value: T): Promise<void> {
    await orRemark(() => writePrivateFile(this.pathOf(key), JSON.stringify(value)));
  }

  async remove(key: string): Promise<void> {
    await orRemark(() => rm(this.pathOf(key), { force: true }));
  }

  private pathOf(key: string): string {
    return join(stateFolder(), this.kind, createHash('sha256').update(key).digest('hex').slice(0, 32));
  }
}

/** The state folder that a remark was printed about. Prevents one remark for each file of a bundle. */
let unusableFolder: string | undefined;

/** @returns undefined after an error of the file system */
async function orRemark<T>(access: () => Promise<T>): Promise<T | undefined> {
  try {
    return await access();
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
    const folder = stateFolder();
    if (folder !== unusableFolder)
      printRemark(
        `The state folder ${folder} cannot be used: ${error.code}. An interrupted transfer cannot be resumed.`,
      );
    unusableFolder = folder;
    return undefined;
  }
}
