import type { Readable } from 'node:stream';
import { AppError } from '@waybill/contracts';
import { metrics, secondsSince, SpanKind, withSpan } from '@waybill/service-kit';
import {
  type AppendOptions,
  type AppendState,
  type ByteRange,
  type ObjectInfo,
  ObjectStore,
  ObjectNotFoundError,
} from './object-store.js';
import type { BytePieces } from './streams/byte-pieces.js';

const durations = metrics.histogram({
  name: 'waybill_storage_operation_duration_seconds',
  help: 'Duration of operations on the object store: a put until its last byte, a get until its first',
  labels: ['operation', 'outcome'],
});

/** Adds metrics and spans to the operations of another store. */
export class InstrumentedObjectStore extends ObjectStore {
  override readonly isFolder: boolean;

  constructor(private readonly store: ObjectStore) {
    super();
    this.isFolder = store.isFolder;
  }

  put(
    key: string,
    body: AsyncIterable<BytePieces>,
    signal?: AbortSignal,
    size?: number,
  ): Promise<{ size: number }> {
    return instrument('put', () => this.store.put(key, body, signal, size));
  }

  append(
    key: string,
    since: AppendState | null,
    body: AsyncIterable<BytePieces>,
    options?: AppendOptions,
  ): Promise<AppendState | null> {
    return instrument('append', () => this.store.append(key, since, body, options));
  }

  get(key: string, range?: ByteRange): Promise<Readable> {
    return instrument('get', () => this.store.get(key, range));
  }

  withBytes<T>(key: string, range: ByteRange, use: (bytes: Buffer) => T): Promise<T> {
    return instrument('get', () => this.store.withBytes(key, range, use));
  }

  stat(key: string): Promise<ObjectInfo | null> {
    return instrument('stat', () => this.store.stat(key));
  }

  delete(key: string): Promise<void> {
    return instrument('delete', () => this.store.delete(key));
  }

  list(prefix: string): AsyncIterable<ObjectInfo> {
    return this.store.list(prefix);
  }

  removeUnfinished(before: Date): Promise<number> {
    return instrument('remove-unfinished', () => this.store.removeUnfinished(before));
  }

  check(): Promise<void> {
    return this.store.check();
  }
}

async function instrument<T>(operation: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let outcome = 'ok';
  try {
    return await withSpan({ name: `storage ${operation}`, kind: SpanKind.CLIENT }, work);
  } catch (error) {
    outcome = outcomeOf(error);
    throw error;
  } finally {
    durations.observe({ operation, outcome }, secondsSince(startedAt));
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof ObjectNotFoundError) return 'missing';
  // An error of the body, such as a file over the size limit, is not a failure of the store.
  return AppError.isRefusal(error) ? 'refused' : 'failed';
}
