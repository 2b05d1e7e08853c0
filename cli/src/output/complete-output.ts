import { fstatSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { exitCode } from '../errors.js';

/**
 * Ends the program when its output cannot be written, so that no success is reported for bytes that are lost.
 *
 * @param output standard output
 */
export function requireCompleteOutput(output: Writable & { readonly fd: number }): void {
  output.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // `waybill … | head` closes the pipe early, which is no failure.
    const isClosedPipe = code === 'EPIPE';
    if (!isClosedPipe) process.stderr.write(`Standard output cannot be written: ${code ?? message}\n`);
    process.exit(isClosedPipe ? undefined : exitCode.usage);
  });
  if (fstatSync(output.fd).isFile()) output._write = writerTo(output.fd);
}

/** Writes whole chunks. Node's own stream ignores that a full disk takes only the first bytes of one. */
function writerTo(fd: number): Writable['_write'] {
  return (chunk: Uint8Array, _encoding, done) => {
    try {
      for (let written = 0; written < chunk.length;) written += writeSync(fd, chunk, written);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}
