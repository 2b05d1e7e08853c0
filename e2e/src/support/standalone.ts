import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually, freePort } from '@waybill/testing';
import { copyDataFolder } from './data-folder.js';
import { type Environment, programEnvironment } from './environment.js';
import { type Instance, isOfFile, mailsIn } from './instance.js';

const MAIN = resolve(__dirname, '../../../build/standalone/main.js');
const START_MS = 300_000;

/** A standalone Waybill in a process of its own. */
export class Standalone implements Instance {
  private child: ChildProcess | undefined;
  private output = '';

  private constructor(
    readonly dataDir: string,
    private readonly port: number,
    private readonly environment: Environment,
  ) {}

  /** Starts on a free port with a data folder of its own, and waits until it is live. */
  static async start(environment: Environment = {}): Promise<Standalone> {
    const instance = await Standalone.prepare(environment);
    await copyDataFolder(instance.dataDir, environment);
    try {
      await instance.run();
    } catch (error) {
      // The caller has no reference yet, and the running process would keep Jest from exiting.
      await instance.dispose();
      throw error;
    }
    return instance;
  }

  /** Chooses a port and a data folder, and starts nothing. */
  static async prepare(environment: Environment = {}): Promise<Standalone> {
    const folder = await mkdtemp(join(tmpdir(), 'waybill-e2e-'));
    return new Standalone(join(folder, 'data'), await freePort(), environment);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.child?.pid ?? -1;
  }

  /** Output of the process since its last start. */
  get log(): string {
    return this.output;
  }

  /** Mailbox link as printed on the console, at `url`. @throws if none was printed */
  get mailboxLink(): string {
    const [link = ''] = /http:\S+\/mailbox\?key=\S+/.exec(this.output) ?? [];
    const { pathname, search } = new URL(link);
    return this.url + pathname + search;
  }

  /** Starts the process (again) on the same port and data folder. */
  async run(more: Environment = {}): Promise<void> {
    this.output = '';
    this.child = spawnWaybill({
      PORT: String(this.port),
      DATA_DIR: this.dataDir,
      ...this.environment,
      ...more,
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    const { child } = this;
    await eventually(
      async () => {
        if (child.exitCode !== null) return;
        const response = await fetch(`${this.url}/livez`);
        if (!response.ok) throw new Error(`/livez answered ${response.status}`);
      },
      { timeoutMs: START_MS },
    );
    if (child.exitCode !== null) throw new Error(`Waybill did not start:\n${this.output}`);
  }

  /** Sends a signal and waits for the exit. @returns the exit code */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
    child.kill(signal);
    return exited;
  }

  /** Kills the process (SIGKILL). */
  async kill(): Promise<void> {
    await this.stop('SIGKILL');
  }

  mails(): Promise<string[]> {
    return mailsIn(this.dataDir);
  }

  async objects(): Promise<string[]> {
    const options = { recursive: true, withFileTypes: true } as const;
    const entries = await readdir(join(this.dataDir, 'objects'), options);
    const files = entries.filter((entry) => entry.isFile() && isOfFile(entry.name));
    return files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  }

  async dispose(): Promise<void> {
    await this.stop();
    await rm(join(this.dataDir, '..'), { recursive: true, force: true });
  }
}

/** Starts the process without the environment of the test process. */
export function spawnWaybill(environment: Environment): ChildProcess {
  return spawn(process.execPath, [MAIN], {
    env: { ...programEnvironment(), LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
