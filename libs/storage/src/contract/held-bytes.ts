import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of buffers that something still holds. For tests: what is garbage already is collected first. */
export function heldBytes(): number {
  collectGarbage();
  // The second round waits for the first one's sweeping.
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}
