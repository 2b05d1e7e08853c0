import { setTimeout as sleep } from 'node:timers/promises';

const READY_MS = 120_000;

/** Kills processes of a cluster with SIGKILL while the ledger runs. The cluster starts each of them again. */
export class Killer {
  kills = 0;
  #running = true;
  #loop;

  /** @param {{ log: () => string }} cluster @param {number} everyMs */
  constructor(cluster, everyMs) {
    this.cluster = cluster;
    this.#loop = everyMs > 0 ? this.#repeat(everyMs) : Promise.resolve();
  }

  async stop() {
    this.#running = false;
    await this.#loop;
  }

  async #repeat(everyMs) {
    for (let turn = 0; this.#running; turn++) {
      await sleep(everyMs);
      if (!this.#running) return;
      const all = membersOf(this.cluster.log());
      const kinds = [...new Set([...all.keys()].map(kindOf))];
      const kind = kinds[turn % kinds.length];
      // Every other time all replicas of a process at once.
      const doomed = [...all]
        .filter(([name]) => kindOf(name) === kind)
        .slice(Math.floor(turn / kinds.length) % 2);
      for (const [, { pid }] of doomed) {
        process.kill(pid, 'SIGKILL');
        this.kills++;
      }
      await Promise.all(doomed.map(([name, { pid }]) => this.#restarted(name, pid)));
    }
  }

  async #restarted(name, killed) {
    const deadline = Date.now() + READY_MS;
    for (;;) {
      const { pid, port } = membersOf(this.cluster.log()).get(name);
      const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (pid !== killed && isReady) return;
      if (Date.now() > deadline) throw new Error(`${name} was killed and is not ready again`);
      await sleep(200);
    }
  }
}

/** The processes of a cluster, by names such as `files 2`. */
export function membersOf(log) {
  const lines = log.matchAll(/^ {2}(.+) is process (\d+), port (\d+)$/gm);
  return new Map([...lines].map(([, name, pid, port]) => [name, { pid: Number(pid), port: Number(port) }]));
}

function kindOf(name) {
  return name.replace(/ \d+$/, '');
}
