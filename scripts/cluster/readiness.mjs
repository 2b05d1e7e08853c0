import { setTimeout as wait } from 'node:timers/promises';

const EVERY_MS = 250;
const PATIENCE_MS = 1_000;

/** Asks each target again and again whether it takes calls, as load balancers do. */
export class Readiness {
  #refused = new Set();

  /** @param {{ host: string, port: number | string }[]} targets */
  constructor(targets) {
    for (const target of targets) void this.#watch(target);
  }

  /** True until it has said otherwise. */
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
