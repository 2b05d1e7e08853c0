import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 250;
const TIMEOUT_MS = 1_000;
/** Consecutive timeouts after which a target is not ready. A single one only shows that the machine is busy. */
const MAX_TIMEOUTS = 3;

/** Polls the readiness of each target, as load balancers do. */
export class Readiness {
  #refused = new Set();

  /**
   * @param {{ host: string, port: number | string }[]} targets
   * @param {{ timeoutMs?: number, everyMs?: number }} [options]
   */
  constructor(targets, { timeoutMs = TIMEOUT_MS, everyMs = EVERY_MS } = {}) {
    for (const target of targets) void this.#watch(target, timeoutMs, everyMs);
  }

  /** Whether the target is ready. True until it has refused, or not answered three checks in a row. */
  isReady(target) {
    return !this.#refused.has(target);
  }

  async #watch(target, timeoutMs, everyMs) {
    const address = `http://${target.host}:${target.port}/readyz`;
    for (let timeouts = 0; ;) {
      const state = await check(address, timeoutMs);
      timeouts = state === 'timeout' ? timeouts + 1 : 0;
      if (state === 'ready') this.#refused.delete(target);
      else if (state === 'refused' || timeouts >= MAX_TIMEOUTS) this.#refused.add(target);
      await sleep(everyMs, undefined, { ref: false });
    }
  }
}

/** @returns {Promise<'ready' | 'refused' | 'timeout'>} `refused` also without a connection */
async function check(address, timeoutMs) {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    return response.ok ? 'ready' : 'refused';
  } catch (error) {
    return error.name === 'TimeoutError' ? 'timeout' : 'refused';
  }
}
