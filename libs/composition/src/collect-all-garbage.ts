import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8’s collection for a lack of memory: the only one that also makes the young generation small again. */
export function collectAllGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
