import { type ChildProcess, spawn } from 'node:child_process';
import { eventually } from '@waybill/testing';

const STOP_DEADLINE_MS = 15_000;
const START_DEADLINE_MS = 60_000;
const KEPT_OUTPUT = 64 * 1024;
const ENDED = Symbol('ended');

/** A server in a process of its own. */
export class Program {
  private output = '';
  private hasEnded = false;
  private readonly exited: Promise<void>;

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output = (this.output + text).slice(-KEPT_OUTPUT);
      });
    }
    this.exited = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', ({ message }) => {
        this.output += message;
        this.hasEnded = true;
        resolve();
      });
    });
    // `close` comes after `exit`, when all output has arrived.
    child.once('close', () => (this.hasEnded = true));
  }

  static start(command: string, args: readonly string[], environment: NodeJS.ProcessEnv): Program {
    return new Program(spawn(command, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  /** @throws Error with the output when the process has ended by itself */
  get pid(): number {
    if (this.hasEnded || this.child.pid === undefined) throw this.failure(new Error('it ended'));
    return this.child.pid;
  }

  /** Waits until the output matches. @throws Error with the output when the process ends first */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    return this.until(() => pattern.exec(this.output) ?? fail(`it never said ${pattern.source}`));
  }

  /** Waits until the server replies over HTTP. @throws Error with the output when the process ends first */
  async waitForHttp(url: string): Promise<void> {
    await this.until(async () => (await fetch(url)).arrayBuffer());
  }

  /** Sends SIGTERM, then SIGKILL after a while. Idempotent. */
  async stop(): Promise<void> {
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_DEADLINE_MS);
    this.child.kill('SIGTERM');
    await this.exited;
    clearTimeout(timer);
  }

  private async until<T>(check: () => Promise<T> | T): Promise<T> {
    const checkOrGiveUp = async () => {
      try {
        return await check();
      } catch (error) {
        // The process has ended already.
        if (this.hasEnded) return ENDED;
        throw error;
      }
    };
    try {
      const answer = await eventually(checkOrGiveUp, { timeoutMs: START_DEADLINE_MS });
      return answer === ENDED ? fail('it ended') : answer;
    } catch (error) {
      throw this.failure(error as Error);
    }
  }

  private failure(cause: Error): Error {
    return new Error(`${this.child.spawnargs.join(' ')}: ${cause.message}\n${this.output}`, { cause });
  }
}

function fail(reason: string): never {
  throw new Error(reason);
}
