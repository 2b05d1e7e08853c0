import { PassThrough, type Readable } from 'node:stream';
import { toStoreError } from './minio-errors.js';

/** Wraps a response, to map also the errors that occur while it is read. */
export function withMappedErrors(response: Readable): Readable {
  const stream = new PassThrough();
  // A connection can break before the first read. Reading throws the error then; without a listener it would end the
  // process.
  stream.on('error', () => undefined);
  response.once('error', (error) => stream.destroy(toStoreError(error)));
  stream.once('close', () => response.destroy());
  return response.pipe(stream);
}
