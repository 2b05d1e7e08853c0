import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { stateFolder } from '../settings/locations.js';
import { readJsonFile, writePrivateFile } from '../settings/private-file.js';

const path = () => join(stateFolder(), 'bundles.json');
type Bundles = Record<string, string>;

/** Ids of bundles whose files are not all sent yet, so that the same command resumes them. */
export class UnfinishedBundle {
  private constructor(private readonly key: string) {}

  /** The bundle of these paths at this Waybill. */
  static async of(url: string, paths: readonly string[], name: string): Promise<UnfinishedBundle> {
    const folders = await Promise.all(paths.map((folder) => realpath(folder)));
    return new UnfinishedBundle(JSON.stringify([url, folders, name]));
  }

  async id(): Promise<string | undefined> {
    return (await readAll())[this.key];
  }

  async save(id: string): Promise<void> {
    await writeAll({ ...(await readAll()), [this.key]: id });
  }

  async remove(): Promise<void> {
    const { [this.key]: removed, ...others } = await readAll();
    if (removed !== undefined) await writeAll(others);
  }
}

async function readAll(): Promise<Bundles> {
  return ((await readJsonFile(path())) ?? {}) as Bundles;
}

async function writeAll(bundles: Bundles): Promise<void> {
  await writePrivateFile(path(), JSON.stringify(bundles));
}
