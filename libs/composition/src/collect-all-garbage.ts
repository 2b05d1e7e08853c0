import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Runs the last-resort garbage collection of V8: the only kind that also shrinks the young generation. */
export function collectAllGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
