import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { startOptions } from './start-options.mjs';

const START_MS = 120_000;
const POLL_MS = 100;
const REVIVE_MS = 500;

/** One process of the cluster: started, watched, and started again when it ends though nobody asked it to. */
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

  /** Resolves when it is ready for the first time. */
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
      // Out of reach of the terminal's Ctrl-C: the cluster ends its members in order.
      detached: true,
    });
    this.#child = child;
    const { PORT, METRICS_PORT } = this.environment;
    process.stdout.write(`  ${this.name} is process ${child.pid}, port ${PORT}
`);
    process.stdout.write(`  ${this.name} tells metrics at 127.0.0.1:${METRICS_PORT}
`);
    return child;
  }

  /** Starts it again whenever it ends; whether it is ready then is its own affair: a server may be away for long. */
  #keep(child) {
    child.once('exit', () => void this.#revive());
    if (isOver(child)) void this.#revive();
  }

  /** As an orchestrator ends it. */
  async stop() {
    this.#ending = true;
    const child = this.#child;
    if (!child || isOver(child)) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }

  /** For when there is no more time. */
  kill() {
    this.#ending = true;
    this.#child?.kill('SIGKILL');
  }

  async #ready(child) {
    const readyz = `http://127.0.0.1:${this.environment.PORT}/readyz`;
    for (const deadline = Date.now() + START_MS; ;) {
      if (isOver(child)) throw new Error(`${this.name} ended while it started.`);
      if (
        await fetch(readyz).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return;
      if (Date.now() > deadline) throw new Error(`${this.name} is not ready after two minutes.`);
      await wait(POLL_MS);
    }
  }

  async #revive() {
    if (this.#ending) return;
    process.stdout.write(`  ${this.name} ended and is started again\n`);
    await wait(REVIVE_MS);
    if (!this.#ending) this.#keep(this.#spawn());
  }
}

function isOver(child) {
  return child.exitCode !== null || child.signalCode !== null;
}
