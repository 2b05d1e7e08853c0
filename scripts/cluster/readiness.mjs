import { setTimeout as wait } from 'node:timers/promises';

const EVERY_MS = 250;
const PATIENCE_MS = 1_000;

/** Polls the readiness of each target, as load balancers do. */
export class Readiness {
  #refused = new Set();

  /** @param {{ host: string, port: number | string }[]} targets */
  constructor(targets) {
    for (const target of targets) void this.#watch(target);
  }

  /** Whether the target is ready. True until its first check has failed. */
  isReady(target) {
    return !this.#refused.has(target);
  }

  async #watch(target) {
    const address = `http://${target.host}:${target.port}/readyz`;
    for (;;) {
      const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.ok) this.#refused.delete(target);
      else this.#refused.add(target);
      await wait(EVERY_MS, undefined, { ref: false });
    }
  }
}
