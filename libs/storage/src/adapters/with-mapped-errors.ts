import type { Readable } from 'node:stream';
import { onDemand } from '../streams/on-demand.js';
import { toStoreError } from './minio-errors.js';

/** Wraps a response, to map also the errors that occur while it is read. */
export function withMappedErrors(response: Readable): Readable {
  // A connection can break before the first read. Reading throws the error then; without a listener it would end the
  // process.
  response.on('error', () => undefined);
  const pieces = response[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  return onDemand(pieces, () => response.destroy(), toStoreError);
}
