import { eventually, freePort, isProcessRunning } from '@waybill/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { type Environment, programEnvironment } from './environment.js';

const MAIN = resolve(__dirname, '../../../scripts/cluster/main.mjs');
const START_MS = 300_000;

/**
 * A cluster as `npm run cluster` starts it: processes of every service, two of each by default, behind a proxy, on
 * servers of their own.
 */
export class Cluster {
  private output = '';
  private readonly ended = new Set<number>();

  private constructor(
    private readonly child: ChildProcess,
    /** URL of the proxy. */
    readonly url: string,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
  }

  static async start(environment: Environment = {}, replicas = 2): Promise<Cluster> {
    const port = await freePort();
    const child = spawn(process.execPath, [MAIN, '--replicas', String(replicas)], {
      env: { ...programEnvironment(), LOG_LEVEL: 'warn', PORT: String(port), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const cluster = new Cluster(child, `http://127.0.0.1:${port}`);
    await eventually(
      () => {
        if (child.exitCode === null && !cluster.output.includes('cluster is at'))
          throw new Error(`The cluster is starting:\n${cluster.output}`);
      },
      { timeoutMs: START_MS },
    ).catch(async (error: unknown) => {
      await cluster.stopNow();
      throw error;
    });
    if (child.exitCode !== null) throw new Error(`The cluster did not start:\n${cluster.output}`);
    return cluster;
  }

  /** URL of one replica, without the proxy. @param member such as `gateway 2` */
  addressOf(member: string): string {
    return `http://127.0.0.1:${this.latest(member).port}`;
  }

  /** Address of the metrics server of each process, by its name. */
  get metrics(): ReadonlyMap<string, string> {
    const lines = this.output.matchAll(/^ {2}(.+) serves metrics at (.+)$/gm);
    return new Map([...lines].map(([, name = '', address = '']) => [name, address]));
  }

  /** Log lines at level error or fatal, of all processes. */
  get loggedErrors(): string[] {
    return this.output.split('\n').filter((line) => /"level":(50|60|"error"|"fatal")/.test(line));
  }

  /** Ends a process and waits until it has exited. The cluster starts another in its place. */
  async kill(member: string, signal: NodeJS.Signals): Promise<void> {
    const { pid } = this.latest(member);
    process.kill(pid, signal);
    await eventually(() => expect(isProcessRunning(pid)).toBe(false));
    this.ended.add(pid);
  }

  /** Waits until the replacement of an ended process answers `status` at `path`. */
  async waitForStatus(member: string, path: string, status: number): Promise<void> {
    await eventually(
      async () => {
        expect(this.ended).not.toContain(this.latest(member).pid);
        expect((await fetch(`${this.addressOf(member)}${path}`)).status).toBe(status);
      },
      { timeoutMs: 60_000 },
    );
  }

  /** Number of processes started so far under that name. */
  startCount(member: string): number {
    return this.output.split(`  ${member} is process `).length - 1;
  }

  /** Waits until a process of that name is ready again. */
  async waitUntilReady(member: string): Promise<void> {
    await this.waitForStatus(member, '/readyz', 200);
  }

  /** Stops the cluster. @returns the exit code */
  async stop(): Promise<number | null> {
    if (this.child.exitCode !== null) return this.child.exitCode;
    const exited = new Promise<number | null>((done) => this.child.once('exit', (code) => done(code)));
    this.child.kill('SIGTERM');
    return exited;
  }

  /** Stops the cluster without waiting for running calls. */
  async stopNow(): Promise<void> {
    const stopped = this.stop();
    // The second signal ends all processes immediately.
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
