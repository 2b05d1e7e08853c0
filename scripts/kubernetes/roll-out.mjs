import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const ROLL_OUT_MS = 180_000;

/** @returns the first value that is not empty or false, within half a minute */
export async function eventually(read) {
  for (const deadline = Date.now() + 30_000; ; await sleep(100)) {
    const value = await read();
    if (value) return value;
    assert.ok(Date.now() < deadline, 'not within half a minute');
  }
}

/**
 * Waits until every Deployment runs its newest pods only.
 * @param read returns the Deployments by name
 * @param {Record<string, number>} atLeast pods that have to be ready at every moment
 * @returns the number of ready pods of each
 */
export async function untilRolledOut(read, atLeast) {
  for (const deadline = Date.now() + ROLL_OUT_MS; ; await sleep(100)) {
    const deployments = await read();
    const ready = Object.fromEntries(
      Object.entries(deployments).map(([name, { status }]) => [name, status.readyReplicas ?? 0]),
    );
    for (const [name, least] of Object.entries(atLeast)) {
      assert.ok(ready[name] >= least, `${name} has ${ready[name]} ready pods, not ${least}`);
    }
    if (Object.values(deployments).every(isRolledOut)) return ready;
    assert.ok(Date.now() < deadline, 'not rolled out within three minutes');
  }
}

function isRolledOut({ metadata, spec, status }) {
  const counts = [status.replicas, status.updatedReplicas, status.readyReplicas];
  return (
    status.observedGeneration === metadata.generation &&
    counts.every((count) => (count ?? 0) === spec.replicas)
  );
}
