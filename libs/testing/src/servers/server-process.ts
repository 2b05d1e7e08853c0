import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../temporary-folder.js';
import { freePorts } from './free-ports.js';
import { Guard } from './guard.js';
import type { Command, Place, ServerKind } from './server-kind.js';
import type { TestServer } from './test-server.js';

const PATIENCE_MS = 60_000;
const POLL_MS = 25;
/** A port that was free may be taken by the time the server asks for it. */
const ATTEMPTS = 3;

/** A server that runs as a process of this machine, in a folder and on ports of its own. */
export class ServerProcess implements TestServer {
  private child: ChildProcess | undefined;
  private stopped: Promise<void> | undefined;
  private readonly guard: Guard;

  private constructor(
    private readonly kind: ServerKind,
    private readonly place: Place,
    private readonly command: Command,
  ) {
    this.guard = new Guard(place.folder);
  }

  static async start(kind: ServerKind, programs: readonly string[]): Promise<ServerProcess> {
    for (let attempt = 1; ; attempt++) {
      const { path: folder } = await temporaryFolder();
      const place = { folder, ports: await freePorts(kind.portCount ?? 1) };
      const server = new ServerProcess(kind, place, kind.command(place, programs));
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
    return this.place.ports[0] ?? 0;
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child?.pid) return;
    this.child = undefined;
    endGroup(child.pid);
    if (child.exitCode === null && child.signalCode === null) {
      child.ref();
      await once(child, 'exit');
    }
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
    return (this.stopped ??= this.kill().then(() => this.guard.release()));
  }

  private async launch(): Promise<void> {
    const { file, args, env } = this.command;
    const logFile = join(this.place.folder, 'server.log');
    const log = await open(logFile, 'a');
    const child = spawn(file, args, {
      cwd: this.place.folder,
      env: { ...process.env, HOME: this.place.folder, ...env },
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    const failure = once(child, 'error');
    await log.close();
    if (child.pid === undefined) throw (await failure)[0];
    child.unref();
    this.child = child;
    await this.guard.watch(child.pid);
    await this.answers(child).catch(async (error: unknown) => {
      const lines = (await readFile(logFile, 'utf8')).split('\n').slice(-20).join('\n');
      throw new Error(`${this.kind.name} did not start: ${lines}`, { cause: error });
    });
  }

  private async answers(child: ChildProcess): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; ;) {
      try {
        await this.kind.answers(this.port);
        return;
      } catch (error) {
        if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) throw error;
        await sleep(POLL_MS);
      }
    }
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
