import { ConfigurationError } from '@waybill/service-kit';
import { ObjectNotFoundError, type ObjectStore } from '@waybill/storage';
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type BackupLocation, fromNewToOld, type State, STATE_PREFIX, stateName } from './backup-location.js';
import { formatManifest, type Manifest, parseManifest } from './manifest.js';
import type { BackupObjects, ObjectDigest } from './object-copies.js';
import { OBJECT_LIST, readObjectList } from './object-list.js';
import { ScratchFolder } from './scratch-folder.js';
import { createFile } from './state-files.js';

/** Prefix of the keys of copied objects. */
const OBJECTS = 'bytes/';
/** Last segment of the key of a manifest. */
const MANIFEST = 'manifest';

/**
 * Backups in a bucket of their own, with the same parts as a BackupFolder:
 *
 *     bytes/<key>                     an object as stored, encrypted
 *     state-<time>/<n>-<file name>    a file of one backup; n is its position in the list of its manifest
 *     state-<time>/manifest           written last
 *
 * Rows are written to a temporary folder first, because the manifest needs their hashes.
 */
export class BackupBucket implements BackupLocation {
  readonly objects: BackupObjects;
  private scratch: Promise<ScratchFolder> | undefined;

  constructor(
    readonly name: string,
    private readonly store: ObjectStore,
  ) {
    this.objects = withPrefix(store, OBJECTS);
  }

  async backups(): Promise<Manifest[]> {
    const backups: Manifest[] = [];
    for await (const { key } of this.store.list(STATE_PREFIX)) {
      if (!key.endsWith(`/${MANIFEST}`)) continue;
      backups.push(parseManifest(await text(await this.store.get(key)), `${this.name}/${key}`));
    }
    return fromNewToOld(backups);
  }

  async objectsOf(manifest: Manifest): Promise<ObjectDigest[]> {
    const folder = await this.folderOf(manifest.state);
    await this.download(manifest, OBJECT_LIST, folder);
    return readObjectList(join(folder, OBJECT_LIST));
  }

  async createState(now: Date): Promise<State> {
    const name = stateName(now);
    return { name, folder: await this.folderOf(name) };
  }

  async complete(manifest: Omit<Manifest, 'format'>): Promise<void> {
    const folder = await this.folderOf(manifest.state);
    for (const { path, size } of manifest.files) {
      await this.store.put(keyOf(manifest, path), createReadStream(join(folder, path)), undefined, size);
    }
    const bytes = Buffer.from(formatManifest(manifest));
    await this.store.put(`${manifest.state}/${MANIFEST}`, Readable.from([bytes]));
  }

  async openState(manifest: Manifest): Promise<string> {
    const folder = await this.folderOf(manifest.state);
    for (const { path } of manifest.files) await this.download(manifest, path, folder);
    return folder;
  }

  async removeStatesBut(kept: readonly Manifest[]): Promise<void> {
    const states = new Set(kept.map(({ state }) => state));
    const removed: string[] = [];
    for await (const { key } of this.store.list(STATE_PREFIX)) {
      if (!states.has(dirname(key))) removed.push(key);
    }
    // Delete manifests first: a state without a manifest is unfinished, with one it must have all its files.
    removed.sort((one, other) => Number(isManifest(other)) - Number(isManifest(one)));
    for (const key of removed) await this.store.delete(key);
  }

  async close(): Promise<void> {
    await (await this.scratch)?.remove();
    this.scratch = undefined;
  }

  private async folderOf(state: string): Promise<string> {
    this.scratch ??= ScratchFolder.create('waybill-backup-');
    const folder = join((await this.scratch).path, state);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Skips a file that is missing in the bucket: the later comparison with the manifest reports it. */
  private async download(manifest: Manifest, path: string, folder: string): Promise<void> {
    const target = join(folder, path);
    if (relative(folder, target).startsWith('..')) {
      throw new ConfigurationError(`The manifest of ${manifest.state} in ${this.name} is damaged.`);
    }
    const body = await this.store.get(keyOf(manifest, path)).catch((error: unknown) => {
      if (error instanceof ObjectNotFoundError) return null;
      throw error;
    });
    if (body) await pipeline(body, await createFile(target));
  }
}

function isManifest(key: string): boolean {
  return key.endsWith(`/${MANIFEST}`);
}

/**
 * Key of a file. Keys allow neither dots nor upper-case letters, so two paths may look the same: the index makes the
 * key unique.
 */
function keyOf({ state, files }: Pick<Manifest, 'state' | 'files'>, path: string): string {
  const index = files.findIndex((file) => file.path === path);
  const readable = path
    .toLowerCase()
    .replaceAll(/[^0-9a-z]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 100);
  return `${state}/${index}-${readable}`;
}

function withPrefix(store: ObjectStore, prefix: string): BackupObjects {
  return {
    put: (key, body, signal, size) => store.put(prefix + key, body, signal, size),
    get: (key, range) => store.get(prefix + key, range),
    stat: async (key) => {
      const found = await store.stat(prefix + key);
      return found && { ...found, key };
    },
    delete: (key) => store.delete(prefix + key),
    async *list(start) {
      for await (const info of store.list(prefix + start)) {
        yield { ...info, key: info.key.slice(prefix.length) };
      }
    },
    removeUnfinished: (before) => store.removeUnfinished(before),
  };
}
