import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const HANG_MS = 20_000;
const RETRY_MS = 200;

/** Calls of visitors on the gateways of one Waybill. A call that fails is repeated at the next gateway. */
export class VisitorCalls {
  /** Requests that were sent. */
  sent = 0;
  /** Requests that failed, and were repeated. */
  failed = 0;
  #agent = new Agent({ keepAlive: true });
  #turn = 0;

  /** @param {readonly string[]} gateways */
  constructor(gateways) {
    this.gateways = gateways;
  }

  /**
   * Repeats a request until it is answered with anything but 5xx.
   * @returns the answer, and how many attempts before it may have been counted all the same
   */
  async call(path, options = {}) {
    for (let attempts = 0; ; attempts++) {
      const answer = await this.#once(path, options).catch((error) => ({ status: 0, error }));
      if (answer.status >= 200 && answer.status < 500 && answer.status !== 429)
        return { ...answer, attempts };
      this.failed++;
      await sleep(RETRY_MS);
    }
  }

  /** Sends a request and breaks the connection when the first byte arrives. */
  async breakOff(path, options) {
    await this.#once(path, { ...options, isBrokenOff: true }).catch(() => undefined);
  }

  #once(path, { method = 'GET', headers = {}, body, isBrokenOff = false }) {
    this.sent++;
    const origin = this.gateways[this.#turn++ % this.gateways.length];
    return new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const sent = request(new URL(path, origin), {
        method,
        agent: this.#agent,
        headers: { ...headers, ...(payload && { 'content-type': 'application/json', origin }) },
        timeout: HANG_MS,
      });
      sent.on('error', reject).on('timeout', () => sent.destroy(new Error('No answer')));
      sent.on('response', (response) => {
        if (isBrokenOff) {
          response.once('data', () => sent.destroy());
          response.once('error', reject).once('close', () => resolve({ status: 0 }));
          return;
        }
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, text: () => textOf(chunks) }),
        );
      });
      sent.end(payload);
    });
  }
}

function textOf(chunks) {
  return Buffer.concat(chunks).toString('utf8');
}
