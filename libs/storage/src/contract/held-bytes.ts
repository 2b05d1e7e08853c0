import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of array buffers after a garbage collection. */
export function heldBytes(): number {
  collectGarbage();
  // The second collection waits for the first one's sweeping.
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}
