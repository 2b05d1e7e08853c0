import { setTimeout as sleep } from 'node:timers/promises';
import { Connections } from './connections.mjs';

const RETRY_MS = 200;
const MAX_RETRY_MS = 2_000;

/** Calls of visitors on the gateways of one Waybill. A call that fails is repeated at the next gateway. */
export class VisitorCalls {
  /** Requests that were sent. */
  sent = 0;
  /** Requests that failed, and were repeated, by status or error. */
  failures = {};
  #turn = 0;

  /** @param {readonly string[]} gateways */
  constructor(gateways) {
    this.gateways = gateways.map((origin) => ({ origin, connections: new Connections(origin) }));
  }

  get failed() {
    return Object.values(this.failures).reduce((total, count) => total + count, 0);
  }

  /**
   * Repeats a request until the answer is neither an error of the server nor 429.
   * @returns the answer, and the number of failed attempts before it, which may have been counted nevertheless
   */
  async call(path, options = {}) {
    for (let attempts = 0; ; attempts++) {
      const answer = await this.#once(path, options).catch((error) => ({
        status: error.code ?? error.message,
      }));
      if (answer.status >= 200 && answer.status < 500 && answer.status !== 429)
        return { ...answer, attempts };
      this.failures[answer.status] = (this.failures[answer.status] ?? 0) + 1;
      // Backs off exponentially with jitter, so that the retries of visitors do not slow down a process that restarts.
      await sleep(Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** attempts) * (0.5 + Math.random()));
    }
  }

  /** Sends a request and breaks the connection when the first byte arrives. */
  async breakOff(path, options) {
    await this.#once(path, { ...options, isBrokenOff: true }).catch(() => undefined);
  }

  #once(path, { method = 'GET', headers = {}, body, isBrokenOff }) {
    this.sent++;
    const { origin, connections } = this.gateways[this.#turn++ % this.gateways.length];
    if (body === undefined) return connections.send({ method, path, headers, isBrokenOff });
    const ownHeaders = { ...headers, 'content-type': 'application/json', origin };
    return connections.send({ method, path, headers: ownHeaders, body: JSON.stringify(body) });
  }
}
