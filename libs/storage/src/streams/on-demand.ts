import { Readable } from 'node:stream';

/**
 * A stream of pieces that are made on demand: it holds no piece that its consumer has not requested.
 * @param close runs when the stream is destroyed
 * @param mapError maps an error of `pieces`, which destroys the stream
 */
export function onDemand(
  pieces: AsyncIterator<Uint8Array, undefined>,
  close: () => void,
  mapError: (error: unknown) => Error = (error) => error as Error,
): Readable {
  return new Readable({
    highWaterMark: 0,
    read() {
      pieces.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: unknown) => this.destroy(mapError(error)),
      );
    },
    destroy(error, done) {
      close();
      done(error);
    },
  });
}
