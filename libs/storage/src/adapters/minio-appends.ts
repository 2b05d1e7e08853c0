import { randomUUID } from 'node:crypto';
import {
  AlreadyCompleteError,
  type AppendOptions,
  type AppendState,
  ObjectNotFoundError,
} from '../object-store.js';
import { abortable } from '../streams/abortable.js';
import type { BytePieces } from '../streams/byte-pieces.js';
import type { BucketClient } from './minio-client.js';
import { isMissing, toStoreError, withRetry, withRetryMapped } from './minio-errors.js';
import type { Part } from './part.js';
import type { PartMemory } from './part-memory.js';
import { PartSplitter } from './part-splitter.js';

/** Prefix of tails, the objects with the bytes after the last part: `tails/<key>/<uuid>`. `list` does not read it. */
const TAILS = 'tails/';

/**
 * Stores an incomplete object as the full parts of a multipart upload and a tail: an object with the bytes after the
 * last part. The tail cannot be a part, because S3 parts have a minimum size. Each append writes a new tail, so the
 * bytes of an acknowledged state are never overwritten.
 */
export class MinioAppends {
  constructor(
    private readonly client: BucketClient,
    private readonly partSize: number,
    private readonly memory: PartMemory,
  ) {}

  /** @param name name of the object in the bucket */
  async append(
    key: string,
    name: string,
    since: AppendState | null,
    body: AsyncIterable<BytePieces>,
    { signal, completes, onDurable }: AppendOptions,
  ): Promise<AppendState | null> {
    const splitter = new PartSplitter(this.partSize, this.client.enableSHA256, this.memory);
    const broken = new AbortController();
    const ended = AbortSignal.any([broken.signal, ...(signal ? [signal] : [])]);
    let state: AppendState = { size: 0, uploadId: null, parts: [], ...since, tail: null };
    let rest: Part | undefined;
    const reported: AppendState[] = [];
    let sending: Promise<unknown> = Promise.resolve();
    try {
      const bytes = since?.tail ? concat(this.readTail(since.tail, key, name), body) : body;
      for await (const part of splitter.split(abortable(bytes, ended))) {
        await sending;
        signal?.throwIfAborted();
        if (part.size < this.partSize) {
          rest = part;
          continue;
        }
        const uploadId = state.uploadId ?? (await this.start(name));
        state = { ...state, uploadId };
        sending = this.putPart(name, uploadId, state.parts.length + 1, part).then((etag) => {
          const parts = [...state.parts, etag];
          state = { ...state, parts, size: parts.length * this.partSize };
          if (onDurable) reported.push(state);
          onDurable?.(state);
        });
        // Fail immediately, without waiting for the next part of a slow body.
        sending.catch((error: unknown) => broken.abort(error));
      }
      await sending;
      signal?.throwIfAborted();
      if (completes?.()) {
        await this.complete(name, state, rest);
        // A first append has no acknowledged tail. The sweep deletes the tail of an earlier one that was not
        // acknowledged.
        if (since) await this.removeTails(key);
        return null;
      }
      return await this.keepTail(key, state, rest);
    } catch (error) {
      await Promise.allSettled([sending]);
      // Without a saved state nothing would name the parts, and the next attempt starts an upload of its own.
      const newUpload = since?.uploadId ? null : state.uploadId;
      if (newUpload !== null && reported.length === 0) await this.abort(name, newUpload);
      signal?.throwIfAborted();
      throw isMissing(causeOf(error)) ? await this.missing(key, name) : error;
    } finally {
      await splitter.close();
    }
  }

  /** Deletes the tails of an object. */
  async removeTails(key: string): Promise<void> {
    for await (const { name } of this.client.listAll(`${TAILS}${key}/`)) await this.remove(name);
  }

  /** Keys of the objects with a tail since `time`. Deletes older tails. */
  async keysWithTailSince(time: Date): Promise<ReadonlySet<string>> {
    const keys = new Set<string>();
    for await (const { name, modifiedAt } of this.client.listAll(TAILS)) {
      if (modifiedAt >= time) keys.add(name.slice(TAILS.length, name.lastIndexOf('/')));
      else await this.remove(name);
    }
    return keys;
  }

  private start(name: string): Promise<string> {
    const headers = { 'content-type': 'application/octet-stream' };
    return withRetryMapped(() => this.client.initiateNewMultipartUpload(this.client.bucket, name, headers));
  }

  /** If this fails, the sweep of unfinished uploads removes the parts. */
  private async abort(name: string, uploadId: string): Promise<void> {
    await this.client.abortMultipartUpload(this.client.bucket, name, uploadId).catch(() => undefined);
  }

  private putPart(name: string, uploadId: string, number: number, part: Part): Promise<string> {
    return this.client.putFile(name, part, `uploadId=${uploadId}&partNumber=${number}`);
  }

  private async complete(name: string, state: AppendState, rest: Part | undefined): Promise<void> {
    const { client } = this;
    const { uploadId } = state;
    if (uploadId === null) {
      if (rest) await client.putFile(name, rest);
      return;
    }
    const etags = [...state.parts];
    if (rest && rest.size > 0) etags.push(await this.putPart(name, uploadId, etags.length + 1, rest));
    await client.completeUpload({ name, id: uploadId }, etags);
  }

  private async keepTail(key: string, state: AppendState, rest: Part | undefined): Promise<AppendState> {
    // An append that stores nothing writes an empty tail, so that the sweep of unfinished uploads sees it.
    if (!rest || (state.uploadId === null && rest.size === 0)) return state;
    const tail = `${TAILS}${key}/${randomUUID()}`;
    await this.client.putFile(tail, rest);
    return { ...state, size: state.parts.length * this.partSize + rest.size, tail };
  }

  private async *readTail(name: string, key: string, objectName: string): AsyncGenerator<Uint8Array> {
    try {
      const tail = await withRetry(() => this.client.getObject(this.client.bucket, name));
      // A copy: pieces may share memory, and the consumer frees them.
      for await (const piece of tail) yield Buffer.from(piece as Buffer);
    } catch (error) {
      throw isMissing(error) ? await this.missing(key, objectName) : toStoreError(error);
    }
  }

  /** Error for a missing part or tail: AlreadyCompleteError if the object is complete, else ObjectNotFoundError. */
  private async missing(key: string, name: string): Promise<Error> {
    try {
      await withRetry(() => this.client.statObject(this.client.bucket, name));
      return new AlreadyCompleteError(key);
    } catch (error) {
      return isMissing(error) ? new ObjectNotFoundError(key) : toStoreError(error);
    }
  }

  private remove(name: string): Promise<void> {
    return withRetryMapped(() => this.client.removeObject(this.client.bucket, name));
  }
}

async function* concat(...bodies: AsyncIterable<BytePieces>[]): AsyncGenerator<BytePieces> {
  for (const body of bodies) yield* body;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}
