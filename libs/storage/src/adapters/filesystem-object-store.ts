import { nullIfMissing, syncFolder } from '@waybill/service-kit/durable-files';
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { open, opendir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { resolveRange } from '../byte-range.js';
import { assertKeyPrefix, assertObjectKey, isObjectKey } from '../object-key.js';
import {
  AlreadyCompleteError,
  type AppendOptions,
  type AppendState,
  type ByteRange,
  type ObjectInfo,
  ObjectNotFoundError,
  ObjectStore,
} from '../object-store.js';
import { abortable } from '../streams/abortable.js';
import type { BytePieces } from '../streams/byte-pieces.js';
import { fileState, openForAppending } from './appending-file.js';
import { writeBody, writeDraft } from './write-draft.js';
import type { WriteOptions } from './write-queue.js';
import { makeDurableFolder } from './durable-folder.js';
import { mapStorageFull } from './file-errors.js';
import { FileReadStream } from './file-read-stream.js';
import { FreeDisk, type MinFreeBytes } from './free-disk.js';
import { LatestAppends } from './latest-appends.js';
import { RecentReads } from './recent-reads.js';

const OWNER_ONLY = 0o600;

const [openFile, readFile, closeFile] = [promisify(fs.open), promisify(fs.read), promisify(fs.close)];

export interface FilesystemObjectStoreOptions {
  /** For benchmarks only: false does not wait for the disk, so a power cut can lose an object. */
  readonly sync?: boolean;
  /** Refuses writes when fewer bytes of the disk are free. Default: 0, no limit. `automatic`: see FreeDisk. */
  readonly minFreeBytes?: MinFreeBytes;
}

/**
 * Objects as files:
 *
 *     <root>/objects/<3 hex digits of the key's hash>/<key, `/` as `_`>   4096 folders keep each of them small
 *     <root>/unfinished/<uuid>                                            running puts
 *     <root>/appending/<key, `/` as `_`>                                  incomplete objects
 *
 * A put writes to `unfinished`, syncs the file, renames it into place and syncs the folder, so it is atomic.
 */
export class FilesystemObjectStore extends ObjectStore {
  override readonly isFolder = true;
  private readonly root: string;
  private readonly objects: string;
  private readonly unfinished: string;
  private readonly appending: string;
  private readonly sync: boolean;
  private readonly disk: FreeDisk;
  /** Folders that are durable, or will be when the promise resolves. */
  private readonly folders = new Map<string, Promise<void>>();
  private readonly activeDrafts = new Set<string>();
  private readonly appends = new LatestAppends();
  private readonly recentReads = new RecentReads();

  constructor(root: string, { sync = true, minFreeBytes = 0 }: FilesystemObjectStoreOptions = {}) {
    super();
    this.root = resolve(root);
    this.objects = join(this.root, 'objects');
    this.unfinished = join(this.root, 'unfinished');
    this.appending = join(this.root, 'appending');
    this.sync = sync;
    this.disk = new FreeDisk(this.root, minFreeBytes);
  }

  async put(key: string, body: AsyncIterable<BytePieces>, signal?: AbortSignal): Promise<{ size: number }> {
    const target = this.locate(key);
    const draft = join(this.unfinished, randomUUID());
    this.activeDrafts.add(draft);
    try {
      await this.ensureFolder(this.unfinished);
      const size = await writeDraft(draft, abortable(body, signal), this.writeOptions());
      await this.ensureFolder(dirname(target));
      signal?.throwIfAborted();
      await this.moveIntoPlace(key, draft);
      return { size };
    } catch (error) {
      // If this fails too, the sweep removes the draft.
      await rm(draft, { force: true }).catch(() => undefined);
      throw mapStorageFull(error);
    } finally {
      this.activeDrafts.delete(draft);
    }
  }

  append(
    key: string,
    since: AppendState | null,
    body: AsyncIterable<BytePieces>,
    options: AppendOptions = {},
  ): Promise<AppendState | null> {
    return this.appends.run(key, options.signal, (signal) =>
      this.appendAlone(key, since, body, { ...options, signal }),
    );
  }

  private async appendAlone(
    key: string,
    since: AppendState | null,
    body: AsyncIterable<BytePieces>,
    { signal, completes, onDurable }: AppendOptions,
  ): Promise<AppendState | null> {
    const target = this.locate(key);
    const path = this.locateAppending(key);
    let reported = 0;
    await this.ensureFolder(this.appending);
    try {
      const file = await openForAppending(path, since?.size ?? 0);
      if (!file) throw (await this.stat(key)) ? new AlreadyCompleteError(key) : new ObjectNotFoundError(key);
      let size: number;
      try {
        size = await writeBody(file, since?.size ?? 0, abortable(body, signal), {
          ...this.writeOptions(),
          onFlush:
            onDurable &&
            (async (end) => {
              // Without a sync of its folder, a power cut could lose a new file with all its durable bytes.
              if (this.sync && !since && reported === 0) await syncFolder(this.appending);
              reported = end;
              onDurable(fileState(end));
            }),
        });
        // Drop bytes beyond the end: an earlier append, interrupted or not acknowledged, may have written more.
        await file.truncate(size);
        if (this.sync) await file.sync();
      } finally {
        await file.close();
      }
      signal?.throwIfAborted();
      if (completes?.()) {
        await this.ensureFolder(dirname(target));
        // The object may have been deleted while its last bytes arrived.
        if ((await nullIfMissing(this.moveIntoPlace(key, path))) === null) throw new ObjectNotFoundError(key);
        return null;
      }
      if (this.sync && !since) await syncFolder(this.appending);
      return fileState(size);
    } catch (error) {
      if (!since && reported === 0) await rm(path, { force: true }).catch(() => undefined);
      throw mapStorageFull(error);
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const file = await nullIfMissing(open(this.locate(key)));
    if (!file) throw new ObjectNotFoundError(key);
    try {
      const { size } = await file.stat();
      return new FileReadStream(file, resolveRange(range, size));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  withBytes<T>(key: string, range: ByteRange, use: (bytes: Buffer) => T): Promise<T> {
    return this.recentReads.use(key, range, () => this.readAll(key, range), use);
  }

  /** Reads a range by file descriptor. For a few bytes, a stream and a FileHandle cost more than the read itself. */
  protected async readAll(key: string, { start, end }: ByteRange): Promise<Buffer> {
    const file = await nullIfMissing(openFile(this.locate(key), 'r'));
    if (file === null) throw new ObjectNotFoundError(key);
    try {
      const bytes = Buffer.allocUnsafeSlow(end + 1 - start);
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await readFile(file, bytes, filled, bytes.length - filled, start + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      if (filled === 0) throw new RangeError(`There are no bytes ${start} to ${end}`);
      return bytes.subarray(0, filled);
    } finally {
      await closeFile(file);
    }
  }

  async stat(key: string): Promise<ObjectInfo | null> {
    const file = await nullIfMissing(stat(this.locate(key)));
    return file && { key, size: file.size, modifiedAt: file.mtime };
  }

  async delete(key: string): Promise<void> {
    const target = this.locate(key);
    await nullIfMissing(unlink(this.locateAppending(key)));
    await nullIfMissing(unlink(target));
    this.recentReads.invalidate(key);
    // Sync even if the file was missing: an interrupted delete may have unlinked it without a sync.
    if (this.sync) await nullIfMissing(syncFolder(dirname(target)));
  }

  async *list(prefix: string): AsyncGenerator<ObjectInfo> {
    assertKeyPrefix(prefix);
    await this.ensureFolder(this.objects);
    for await (const folder of await opendir(this.objects)) {
      if (!folder.isDirectory()) continue;
      for await (const { name } of await opendir(join(this.objects, folder.name), { bufferSize: 256 })) {
        const key = name.replaceAll('_', '/');
        if (!key.startsWith(prefix) || !isObjectKey(key)) continue;
        const info = await this.stat(key);
        if (info) yield info;
      }
    }
  }

  async removeUnfinished(before: Date): Promise<number> {
    let removed = 0;
    for (const folder of [this.unfinished, this.appending]) {
      await this.ensureFolder(folder);
      for await (const draft of this.inactiveDrafts(folder)) {
        const file = await nullIfMissing(stat(draft));
        if (!file || file.mtime >= before) continue;
        await rm(draft, { force: true });
        removed++;
      }
    }
    return removed;
  }

  /**
   * Removes what puts of an earlier process left, however recent it is. Only for a process that uses the folder alone:
   * it would remove the running puts of another one. Keeps incomplete objects, whose uploads are resumed.
   */
  async removeInterruptedPuts(): Promise<void> {
    for await (const draft of this.inactiveDrafts(this.unfinished)) await rm(draft, { force: true });
  }

  async check(): Promise<void> {
    const probe = join(this.unfinished, randomUUID());
    await this.ensureFolder(this.unfinished);
    try {
      await writeFile(probe, 'x', { mode: OWNER_ONLY });
    } finally {
      await rm(probe, { force: true });
    }
  }

  /** Files of a folder that no running put of this process writes. */
  private async *inactiveDrafts(folder: string): AsyncGenerator<string> {
    for await (const { name } of (await nullIfMissing(opendir(folder))) ?? []) {
      const draft = join(folder, name);
      // The put of a slow client is not a leftover, however old its last byte is.
      if (!this.activeDrafts.has(draft)) yield draft;
    }
  }

  private writeOptions(): WriteOptions {
    return { sync: this.sync, beforeWrite: () => this.disk.requireRoom() };
  }

  /** Path of an object. The hash spreads objects evenly. The file name holds the key, so `list` needs no index. */
  private locate(key: string): string {
    assertObjectKey(key);
    const folder = createHash('sha256').update(key).digest('hex').slice(0, 3);
    return join(this.objects, folder, key.replaceAll('/', '_'));
  }

  private locateAppending(key: string): string {
    assertObjectKey(key);
    return join(this.appending, key.replaceAll('/', '_'));
  }

  /** Creates `path`, at or below the root, once per process. */
  private ensureFolder(path: string): Promise<void> {
    let ready = this.folders.get(path);
    if (!ready) {
      const above = path === this.root ? Promise.resolve() : this.ensureFolder(dirname(path));
      ready = above.then(() => makeDurableFolder(path));
      ready.catch(() => this.folders.delete(path));
      this.folders.set(path, ready);
    }
    return ready;
  }

  private async moveIntoPlace(key: string, draft: string): Promise<void> {
    const target = this.locate(key);
    await rename(draft, target);
    this.recentReads.invalidate(key);
    if (!this.sync) return;
    try {
      await syncFolder(dirname(target));
    } catch (error) {
      // Keep the bytes: earlier appends to an incomplete object were acknowledged.
      await nullIfMissing(rename(target, draft));
      throw error;
    }
  }
}
