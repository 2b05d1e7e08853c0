import { eventually, freePort } from '@waybill/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { compileCache, type Environment } from './environment.js';

const MAIN = resolve(__dirname, '../../../scripts/cluster/main.mjs');
const START_MS = 180_000;

/** Two of each process behind a proxy, on servers of their own, as `npm run cluster` starts them. */
export class Cluster {
  private output = '';
  private readonly ended = new Set<number>();

  private constructor(
    private readonly child: ChildProcess,
    /** The proxy's address. */
    readonly url: string,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
  }

  static async start(environment: Environment = {}): Promise<Cluster> {
    const port = await freePort();
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH, HOME, ...compileCache, LOG_LEVEL: 'warn', PORT: String(port), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const cluster = new Cluster(child, `http://127.0.0.1:${port}`);
    await eventually(
      () => {
        if (child.exitCode === null && !cluster.output.includes('cluster is at'))
          throw new Error('It starts');
      },
      { timeoutMs: START_MS },
    );
    if (child.exitCode !== null) throw new Error(`The cluster did not start:\n${cluster.output}`);
    return cluster;
  }

  /** Address of one replica, past the proxy: `gateway 2`. */
  addressOf(member: string): string {
    return `http://127.0.0.1:${this.latest(member).port}`;
  }

  /** Where each process tells its metrics, by its name. */
  get metrics(): ReadonlyMap<string, string> {
    const lines = this.output.matchAll(/^ {2}(.+) tells metrics at (.+)$/gm);
    return new Map([...lines].map(([, name = '', address = '']) => [name, address]));
  }

  /** The log's lines of what processes took for a fault of their own. */
  get faults(): string[] {
    return this.output.split('\n').filter((line) => /"level":(50|60|"error"|"fatal")/.test(line));
  }

  /** Resolves when the process is gone. The cluster starts another in its place. */
  async end(member: string, signal: NodeJS.Signals): Promise<void> {
    const { pid } = this.latest(member);
    process.kill(pid, signal);
    await eventually(() => expect(isThere(pid)).toBe(false), { timeoutMs: 30_000 });
    this.ended.add(pid);
  }

  /** Resolves when the process started in place of one that was ended answers `status` at `path`. */
  async answers(member: string, path: string, status: number): Promise<void> {
    await eventually(
      async () => {
        expect(this.ended).not.toContain(this.latest(member).pid);
        expect((await fetch(`${this.addressOf(member)}${path}`)).status).toBe(status);
      },
      { timeoutMs: 60_000 },
    );
  }

  /** How many processes of that name have been started so far. */
  startsOf(member: string): number {
    return this.output.split(`  ${member} is process `).length - 1;
  }

  /** Resolves when a process of that name is ready again. */
  async isBack(member: string): Promise<void> {
    await this.answers(member, '/readyz', 200);
  }

  /** Ends all of it. @returns the exit code */
  async stop(): Promise<number | null> {
    if (this.child.exitCode !== null) return this.child.exitCode;
    const exited = new Promise<number | null>((done) => this.child.once('exit', (code) => done(code)));
    this.child.kill('SIGTERM');
    return exited;
  }

  /** Ends all of it at once, whatever it is doing. */
  async abandon(): Promise<void> {
    const stopped = this.stop();
    // Asked twice it waits for nothing.
    this.child.kill('SIGINT');
    await stopped;
  }

  private latest(member: string): { pid: number; port: number } {
    const starts = [...this.output.matchAll(/^ {2}(.+) is process (\d+), port (\d+)$/gm)];
    const last = starts.findLast(([, name]) => name === member);
    if (!last) throw new Error(`There is no ${member}:\n${this.output}`);
    return { pid: Number(last[2]), port: Number(last[3]) };
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
