import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void;

/**
 * Bytes of array buffers that are in use. An answer up to `enough` may include garbage: in a worker with the modules of many
 * test files, to collect all garbage takes most of a second.
 */
export function heldBytes(enough = 0): number {
  for (const type of ['minor', 'major'] as const) {
    const { arrayBuffers } = process.memoryUsage();
    if (arrayBuffers <= enough) return arrayBuffers;
    collect({ type });
    // The second collection waits for the first one's sweeping.
    collect({ type });
  }
  return process.memoryUsage().arrayBuffers;
}
