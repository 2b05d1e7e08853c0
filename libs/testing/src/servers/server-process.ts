import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../temporary-folder.js';
import { freePorts } from './free-ports.js';
import { ProcessReaper } from './process-reaper.js';
import type { Command, ServerResources, ServerKind } from './server-kind.js';
import type { TestServer } from './test-server.js';

const TIMEOUT_MS = 180_000;
const POLL_MS = 25;
/** A free port can be taken by another process before the server binds it. */
const ATTEMPTS = 3;

/** A server as a local process with its own folder and ports. */
export class ServerProcess implements TestServer {
  private child: ChildProcess | undefined;
  private stopped: Promise<void> | undefined;
  private readonly reaper: ProcessReaper;

  private constructor(
    private readonly kind: ServerKind,
    private readonly resources: ServerResources,
    private readonly command: Command,
  ) {
    this.reaper = new ProcessReaper(resources.folder);
  }

  static async start(kind: ServerKind, programs: readonly string[]): Promise<ServerProcess> {
    for (let attempt = 1; ; attempt++) {
      const { path: folder } = await temporaryFolder();
      const resources = { folder, ports: await freePorts(kind.portCount ?? 1) };
      const server = new ServerProcess(kind, resources, kind.command(resources, programs));
      try {
        await server.launch();
        return server;
      } catch (error) {
        await server.stop();
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }

  get port(): number {
    return this.resources.ports[0] ?? 0;
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child?.pid) return;
    this.child = undefined;
    killProcessGroup(child.pid);
    if (child.exitCode === null && child.signalCode === null) {
      child.ref();
      await once(child, 'exit');
    }
  }

  /** Shuts the server down as an operator would, with SIGTERM, and waits for its end. */
  async terminate(): Promise<void> {
    const { child } = this;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return this.kill();
    child.ref();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    await this.kill();
  }

  async restart(): Promise<void> {
    await this.kill();
    for (let attempt = 1; ; attempt++) {
      try {
        await this.launch();
        return;
      } catch (error) {
        await this.kill();
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }

  stop(): Promise<void> {
    return (this.stopped ??= this.kill().then(() => this.reaper.reap()));
  }

  private async launch(): Promise<void> {
    const { file, args, env } = this.command;
    const logFile = join(this.resources.folder, 'server.log');
    const log = await open(logFile, 'a');
    const child = spawn(file, args, {
      cwd: this.resources.folder,
      env: { ...process.env, HOME: this.resources.folder, ...env },
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    const failure = once(child, 'error');
    await log.close();
    if (child.pid === undefined) throw (await failure)[0];
    child.unref();
    this.child = child;
    await this.reaper.watch(child.pid);
    await this.waitUntilReady(child).catch(async (error: unknown) => {
      const lines = (await readFile(logFile, 'utf8')).split('\n').slice(-20).join('\n');
      throw new Error(`${this.kind.name} did not start: ${lines}`, { cause: error });
    });
  }

  private async waitUntilReady(child: ChildProcess): Promise<void> {
    for (const deadline = Date.now() + TIMEOUT_MS; ;) {
      try {
        await this.kind.checkReady(this.port);
        return;
      } catch (error) {
        if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) throw error;
        await sleep(POLL_MS);
      }
    }
  }
}

function killProcessGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group has ended already.
  }
}
