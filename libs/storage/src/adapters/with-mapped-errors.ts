import { Readable } from 'node:stream';
import { toStoreError } from './minio-errors.js';

/** Wraps a response, to map also the errors that occur while it is read. Holds no piece that was not asked for. */
export function withMappedErrors(response: Readable): Readable {
  // A connection can break before the first read. Reading throws the error then; without a listener it would end the
  // process.
  response.on('error', () => undefined);
  const pieces = response[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  return new Readable({
    highWaterMark: 0,
    read() {
      pieces.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: unknown) => this.destroy(toStoreError(error)),
      );
    },
    destroy(error, done) {
      response.destroy();
      done(error);
    },
  });
}
