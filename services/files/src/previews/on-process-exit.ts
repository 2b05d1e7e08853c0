const cleanUps = new Set<() => void>();
let isRegistered = false;

/**
 * Runs a synchronous clean-up when this process exits before its work has ended. A shutdown that exceeds its grace
 * period exits without waiting for promises, such as those of `finally` blocks.
 * @returns a function that cancels the clean-up
 */
export function onProcessExit(cleanUp: () => void): () => void {
  if (!isRegistered) process.once('exit', runAll);
  isRegistered = true;
  cleanUps.add(cleanUp);
  return () => void cleanUps.delete(cleanUp);
}

function runAll(): void {
  // Latest first: a child is killed before its folder is removed, a folder before its parent.
  for (const cleanUp of [...cleanUps].reverse()) {
    try {
      cleanUp();
    } catch {
      // The process exits anyway, and the other clean-ups still have to run.
    }
  }
}
