import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collections that V8 lets bytecode survive unused. V8's default. */
const BYTECODE_AGE = 6;

/**
 * Runs the last-resort garbage collection of V8: the only kind that also shrinks the young generation. Also frees the
 * bytecode of functions that did not run since the last collection, such as those of the start. V8 compiles such a
 * function again when it is called.
 */
export function collectAllGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--bytecode-old-age=1');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString(`--bytecode-old-age=${BYTECODE_AGE}`);
}
