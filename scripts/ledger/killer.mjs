import { setTimeout as sleep } from 'node:timers/promises';

const READY_MS = 120_000;
const POLL_MS = 200;

/**
 * Kills processes of a cluster with SIGKILL while the ledger runs. The cluster starts each of them again. The kills are
 * spread evenly over the visitors. Each kind has its turn: first all of its replicas at once, then all but the first.
 */
export class Killer {
  /** Killed processes by kind. */
  kills = {};
  #running = true;
  #loop;

  /**
   * @param {import('./members.mjs').Members} members
   * @param {{ turns: number, visitors: number, begun: () => number }} plan `begun`: visitors that have begun
   */
  constructor(members, plan) {
    this.members = members;
    this.#loop = this.#repeat(plan);
    // `stop` rejects with the error. Without this handler, it would be an unhandled rejection until then.
    this.#loop.catch(() => undefined);
  }

  /** Number of killed processes. */
  get total() {
    return Object.values(this.kills).reduce((sum, count) => sum + count, 0);
  }

  /** Resolves when the processes that were killed last are ready again. */
  async stop() {
    this.#running = false;
    await this.#loop;
  }

  async #repeat({ turns, visitors, begun }) {
    const { kinds } = this.members;
    for (let turn = 0; turn < turns; turn++) {
      const at = ((turn + 0.5) * visitors) / turns;
      while (this.#running && begun() < at) await sleep(POLL_MS);
      if (!this.#running) return;
      const kind = kinds[turn % kinds.length];
      const doomed = this.members.of(kind).slice(Math.floor(turn / kinds.length) % 2);
      await Promise.all(doomed.map((name) => this.#kill(kind, name)));
    }
  }

  async #kill(kind, name) {
    const { pid: killed } = this.members.get(name);
    process.kill(killed, 'SIGKILL');
    this.kills[kind] = (this.kills[kind] ?? 0) + 1;
    const deadline = Date.now() + READY_MS;
    for (;;) {
      const { pid, port } = this.members.get(name);
      if (pid !== killed && (await isReady(port))) return;
      if (Date.now() > deadline) throw new Error(`${name} was killed and is not ready again`);
      await sleep(POLL_MS);
    }
  }
}

function isReady(port) {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}
