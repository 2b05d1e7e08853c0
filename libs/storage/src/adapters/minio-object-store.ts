import type { Readable } from 'node:stream';
import { resolveRange } from '../byte-range.js';
import { assertKeyPrefix, assertObjectKey, isObjectKey } from '../object-key.js';
import {
  type AppendOptions,
  type AppendState,
  type ByteRange,
  type ObjectInfo,
  ObjectNotFoundError,
  ObjectStore,
} from '../object-store.js';
import { PART_SIZE, partSizeFor, type S3Options } from '../s3-options.js';
import { abortable } from '../streams/abortable.js';
import type { BytePieces } from '../streams/byte-pieces.js';
import { freeBuffer } from '../streams/free-buffer.js';
import { MinioAppends } from './minio-appends.js';
import { delayedAbort } from './delayed-abort.js';
import { BucketClient } from './minio-client.js';
import {
  withRetryMapped,
  isMissing,
  isBucketTaken,
  isRangeNotSatisfiable,
  withRetry,
  toStoreError,
} from './minio-errors.js';
import { withMappedErrors } from './with-mapped-errors.js';
import { defaultTimeouts } from './minio-transport.js';
import { MultipartUpload } from './multipart-upload.js';
import { PartMemory } from './part-memory.js';
import { PartSplitter } from './part-splitter.js';
import { RecentReads } from './recent-reads.js';
import { createSharedReadAgent } from './shared-read-agent.js';

/** Memory for parts in bytes, enough for two running puts. The parts of further puts are stored in files. */
const PART_MEMORY = 4 * PART_SIZE;

/** Stores larger parts in files: blocks of memory have PART_SIZE. */
const NO_PART_MEMORY = new PartMemory(0);

/** The prefix also keeps the client from parsing keys that consist of digits as numbers. */
const PREFIX = 'objects/';

/**
 * Time for which a part that is being sent may finish after its put is aborted. Versity S3 Gateway keeps the bytes of a
 * part whose upload is aborted while the part arrives.
 */
const LAST_PART_MS = 1000;

/** Time limit for the clean-up of a failed put, before its error is reported. */
const CLEAN_UP_MS = 5000;

/**
 * Objects in a bucket of MinIO or another S3-compatible store. A body of at most one part is one request; a larger one
 * is a multipart upload, which is atomic, too. Throws AppError `server.unavailable` when the store fails.
 */
export class MinioObjectStore extends ObjectStore {
  private readonly agent;
  private readonly client: BucketClient;
  private readonly memory: PartMemory;
  private readonly appends: MinioAppends;
  private readonly recentReads = new RecentReads();
  private readonly activeUploads = new Set<string>();
  private bucketMade: Promise<void> | undefined;

  constructor(
    private readonly options: S3Options,
    private readonly timeouts = defaultTimeouts,
    partMemory = PART_MEMORY,
  ) {
    super();
    this.agent = createSharedReadAgent(options.endpoint.protocol === 'https:');
    this.client = new BucketClient(options, this.agent, timeouts);
    this.memory = new PartMemory(partMemory);
    this.appends = new MinioAppends(this.client, PART_SIZE, this.memory);
  }

  async put(
    key: string,
    body: AsyncIterable<BytePieces>,
    signal?: AbortSignal,
    announced?: number,
  ): Promise<{ size: number }> {
    const name = objectName(key);
    const partSize = partSizeFor(announced);
    const memory = partSize === PART_SIZE ? this.memory : NO_PART_MEMORY;
    const splitter = new PartSplitter(partSize, this.client.enableSHA256, memory);
    const broken = new AbortController();
    const ended = AbortSignal.any([broken.signal, ...(signal ? [signal] : [])]);
    let upload: MultipartUpload | undefined;
    let sending: Promise<unknown> = Promise.resolve();
    let size = 0;
    try {
      await this.ensureBucket();
      for await (const part of splitter.split(abortable(body, ended))) {
        await sending;
        signal?.throwIfAborted();
        size += part.size;
        if (part.size === partSize) upload ??= await this.startUpload(name, signal);
        sending = upload ? upload.add(part) : this.client.putFile(name, part);
        // Fail immediately, without waiting for the next part of a slow body.
        sending.catch((error: unknown) => broken.abort(error));
      }
      await sending;
      if (upload) {
        signal?.throwIfAborted();
        await upload.complete(this.client);
      }
      this.recentReads.invalidate(key);
      return { size };
    } catch (error) {
      await Promise.allSettled([sending]);
      // If this fails too, the sweep removes the upload.
      if (upload) await this.cleanUp(upload).catch(() => undefined);
      signal?.throwIfAborted();
      throw error;
    } finally {
      await splitter.close();
      if (upload) this.activeUploads.delete(upload.id);
    }
  }

  async append(
    key: string,
    since: AppendState | null,
    body: AsyncIterable<BytePieces>,
    options: AppendOptions = {},
  ): Promise<AppendState | null> {
    const name = objectName(key);
    await this.ensureBucket();
    const state = await this.appends.append(key, name, since, body, options);
    if (state === null) this.recentReads.invalidate(key);
    return state;
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const name = objectName(key);
    const { start, stop } = resolveRange(range, Number.MAX_SAFE_INTEGER);
    await this.ensureBucket();
    try {
      const { bucket } = this.client;
      return withMappedErrors(
        await withRetry(() =>
          range
            ? this.client.getPartialObject(bucket, name, start, stop - start)
            : this.client.getObject(bucket, name),
        ),
      );
    } catch (error) {
      if (isMissing(error)) throw new ObjectNotFoundError(key);
      if (isRangeNotSatisfiable(error)) throw new RangeError(`${key} has no byte ${start}`, { cause: error });
      throw toStoreError(error);
    }
  }

  withBytes<T>(key: string, range: ByteRange, use: (bytes: Buffer) => T): Promise<T> {
    return this.recentReads.use(key, range, async () => bytesOf(await this.get(key, range)), use);
  }

  async stat(key: string): Promise<ObjectInfo | null> {
    const name = objectName(key);
    await this.ensureBucket();
    try {
      const { size, lastModified } = await withRetry(() => this.client.statObject(this.client.bucket, name));
      return { key, size, modifiedAt: lastModified };
    } catch (error) {
      if (!isMissing(error)) throw toStoreError(error);
      // A missing bucket causes the same error. `check` rejects in that case.
      await this.check();
      return null;
    }
  }

  /**
   * Also removes unfinished uploads of `key`, because after a restart MinIO lists an unfinished upload only by the full
   * name of its object. MinIO delays a delete while the object is being read, and fails it if the read takes more than
   * 30 seconds.
   */
  async delete(key: string): Promise<void> {
    const name = objectName(key);
    await this.ensureBucket();
    await withRetryMapped(() => this.client.removeObject(this.client.bucket, name));
    for await (const upload of this.client.listUnfinished(name)) {
      if (upload.name === name && !this.activeUploads.has(upload.id)) await this.client.abortUpload(upload);
    }
    await this.appends.removeTails(key);
    this.recentReads.invalidate(key);
  }

  async *list(prefix: string): AsyncGenerator<ObjectInfo> {
    assertKeyPrefix(prefix);
    await this.ensureBucket();
    for await (const { name, ...facts } of this.client.listAll(PREFIX + prefix)) {
      const key = name.slice(PREFIX.length);
      if (isObjectKey(key)) yield { key, ...facts };
    }
  }

  async removeUnfinished(before: Date): Promise<number> {
    await this.ensureBucket();
    let removed = 0;
    const withTail = await this.appends.keysWithTailSince(before);
    // List without a prefix: MinIO would take it for the full name of one object.
    for await (const upload of this.client.listUnfinished('')) {
      const isOurs = upload.name.startsWith(PREFIX) && !this.activeUploads.has(upload.id);
      if (!isOurs || upload.startedAt >= before) continue;
      if (withTail.has(upload.name.slice(PREFIX.length))) continue;
      // It may belong to the put of a slow client in another process.
      if (await this.client.hasPartSince(upload, before)) continue;
      if (await this.client.abortUpload(upload)) removed++;
    }
    return removed;
  }

  async check(): Promise<void> {
    await this.ensureBucket();
    const { bucket } = this.client;
    if (await withRetryMapped(() => this.client.bucketExists(bucket))) return;
    throw toStoreError(new Error(`The bucket ${bucket} is gone`));
  }

  /**
   * Creates the bucket once per process, or looks for one that must exist. If it disappears later, its objects are
   * lost, so calls fail instead of creating an empty one.
   */
  private ensureBucket(): Promise<void> {
    if (!this.bucketMade) {
      this.bucketMade = withRetryMapped(() => this.makeBucket());
      this.bucketMade.catch(() => (this.bucketMade = undefined));
    }
    return this.bucketMade;
  }

  private async makeBucket(): Promise<void> {
    const { bucket } = this.client;
    if (await this.client.bucketExists(bucket)) return;
    if (this.options.mustExist === true) throw new Error(`There is no bucket ${bucket}`);
    await this.client.makeBucket(bucket, this.options.region).catch((error: unknown) => {
      if (!isBucketTaken(error)) throw error;
    });
  }

  private async startUpload(name: string, signal: AbortSignal | undefined): Promise<MultipartUpload> {
    const ended = signal && delayedAbort(signal, LAST_PART_MS);
    const client = new BucketClient(this.options, this.agent, this.timeouts, ended);
    const upload = await MultipartUpload.start(client, name);
    this.activeUploads.add(upload.id);
    return upload;
  }

  private async cleanUp(upload: MultipartUpload): Promise<void> {
    const soon = AbortSignal.timeout(CLEAN_UP_MS);
    await new BucketClient(this.options, this.agent, this.timeouts, soon).abortUpload(upload);
  }
}

function objectName(key: string): string {
  assertObjectKey(key);
  return PREFIX + key;
}

/** Reads a stream into one buffer. */
async function bytesOf(stream: Readable): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  // `buffer` of node:stream/consumers makes a Blob, which costs four times as much for few bytes.
  for await (const piece of stream) pieces.push(piece as Uint8Array);
  const bytes = Buffer.concat(pieces);
  for (const piece of pieces) freeBuffer(piece);
  return bytes;
}
