import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void;

/**
 * Bytes of array buffers that are in use. A result of up to `enough` may include garbage, because collecting all
 * garbage takes most of a second in a worker with the modules of many test files.
 */
export function heldBytes(enough = 0): number {
  for (const type of ['minor', 'major'] as const) {
    const { arrayBuffers } = process.memoryUsage();
    if (arrayBuffers <= enough) return arrayBuffers;
    collect({ type });
    // Collect twice: the second collection waits until the first has swept its garbage.
    collect({ type });
  }
  return process.memoryUsage().arrayBuffers;
}
