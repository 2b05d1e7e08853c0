import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOptions } from './start-options.mjs';

const START_MS = 300_000;
const POLL_MS = 300;
const REVIVE_MS = 500;

/** One process of the cluster. Starts it, and restarts it after an unexpected exit. */
export class Member {
  #child;
  #ending = false;

  /**
   * @param {string} name such as `files 2`
   * @param {string} main path of its main file
   * @param {Record<string, string>} environment with the PORT on which it answers `/readyz`, and the METRICS_PORT
   */
  constructor(name, main, environment) {
    this.name = name;
    this.main = main;
    this.environment = environment;
  }

  /** Starts the process. Resolves once it is ready for the first time. */
  async start() {
    const child = this.#spawn();
    await this.#ready(child);
    this.#keep(child);
  }

  #spawn() {
    const { flags, environment } = startOptions(this.name);
    const child = spawn(process.execPath, [...flags, this.main], {
      env: { ...environment, ...this.environment },
      stdio: ['ignore', 'inherit', 'inherit'],
      // Ctrl-C in the terminal must not reach the processes: the cluster stops them in order.
      detached: true,
    });
    this.#child = child;
    const { PORT, METRICS_PORT } = this.environment;
    process.stdout.write(`  ${this.name} is process ${child.pid}, port ${PORT}
`);
    process.stdout.write(`  ${this.name} serves metrics at 127.0.0.1:${METRICS_PORT}
`);
    return child;
  }

  /**
   * Restarts the process whenever it exits. Does not wait for readiness, because a server can be unavailable for
   * long.
   */
  #keep(child) {
    child.once('exit', () => void this.#revive());
    if (isOver(child)) void this.#revive();
  }

  /** Stops the process with SIGTERM, as an orchestrator does. */
  async stop() {
    this.#ending = true;
    const child = this.#child;
    if (!child || isOver(child)) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }

  /** Kills the process with SIGKILL, and waits for its end. */
  async kill() {
    this.#ending = true;
    const child = this.#child;
    if (!child || isOver(child)) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  async #ready(child) {
    const readyz = `http://127.0.0.1:${this.environment.PORT}/readyz`;
    for (const deadline = Date.now() + START_MS; ;) {
      if (isOver(child)) throw new Error(`${this.name} exited during its start.`);
      if (
        await fetch(readyz).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return;
      if (Date.now() > deadline) throw new Error(`${this.name} is not ready after five minutes.`);
      await sleep(POLL_MS);
    }
  }

  async #revive() {
    if (this.#ending) return;
    process.stdout.write(`  ${this.name} exited unexpectedly and is restarted\n`);
    await sleep(REVIVE_MS);
    if (!this.#ending) this.#keep(this.#spawn());
  }
}

function isOver(child) {
  return child.exitCode !== null || child.signalCode !== null;
}
