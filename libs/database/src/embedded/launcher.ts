import { ConfigurationError } from '@waybill/service-kit';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type Account, ownerOf } from './account.js';
import type { Binaries } from './binaries.js';
import { capabilities, type Capability, chooseAccount, withCapability } from './run-as-account.js';

const run = promisify(execFile);

/**
 * Runs PostgreSQL's programs, without the environment of this process: as the same user, or as another account when
 * Waybill runs as root (docs/decisions/embedded-postgresql.md).
 */
export class Launcher {
  private constructor(
    /** Null: the same user. */
    private readonly account: Account | null,
    private readonly capability: Capability,
  ) {}

  /**
   * Finds an account that can run the programs in `folder`, and makes it the owner of `folder`.
   * @param cluster the data in `folder`; if it exists, the account is its owner
   * @throws ConfigurationError when there is none
   */
  static async choose(binaries: Binaries, folder: string, cluster: string): Promise<Launcher> {
    const owner = await ownerOf(cluster);
    if (process.getuid?.() !== 0) return Launcher.asSameUser(owner, cluster);
    const account = await chooseAccount(owner);
    await chown(folder, account.uid, account.gid);
    for (const capability of capabilities) {
      const launcher = new Launcher(account, capability);
      if (await launcher.canRun(binaries.postgres, folder)) return launcher;
    }
    throw new ConfigurationError(
      `PostgreSQL cannot run as root, and user ${account.uid}, as which it would run, has no access to ${folder}: ` +
        'start Waybill as an ordinary user, or move the data folder to where that user has access.',
    );
  }

  private static asSameUser(owner: Account | null, cluster: string): Launcher {
    if (owner && owner.uid !== process.getuid?.()) {
      throw new ConfigurationError(
        `${cluster} belongs to another user: start Waybill as that user, or as root.`,
      );
    }
    return new Launcher(null, null);
  }

  /** Runs a program to its end. @returns its output. @throws Error with its error output */
  async run(program: string, args: readonly string[], input = ''): Promise<string> {
    const { file, argv, options } = this.command(program, args);
    const running = run(file, argv, options);
    running.child.stdin?.on('error', ignoreClosedPipe).end(input);
    return (await running).stdout;
  }

  /** Starts a program in its own session: it outlives this process, and Ctrl-C in the terminal does not reach it. */
  start(program: string, args: readonly string[], log: number): ChildProcess {
    const { file, argv, options } = this.command(program, args);
    const child = spawn(file, argv, { ...options, detached: true, stdio: ['ignore', log, log] });
    child.unref();
    return child;
  }

  /** Makes the account the owner of a file. */
  async giveOwnership(path: string): Promise<void> {
    if (this.account) await chown(path, this.account.uid, this.account.gid);
  }

  private async canRun(program: string, folder: string): Promise<boolean> {
    try {
      await this.run('/bin/sh', ['-c', '"$1" --version && cd "$2"', 'sh', program, folder]);
      return true;
    } catch {
      return false;
    }
  }

  private command(program: string, args: readonly string[]) {
    const options = { cwd: '/', env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' } };
    if (!this.account) return { file: program, argv: [...args], options };
    if (!this.capability) return { file: program, argv: [...args], options: { ...options, ...this.account } };
    return { ...withCapability(this.account, this.capability, program, args), options };
  }
}

/** Ignores errors of writing input: a program that fails immediately closes it. Its exit code is reported instead. */
function ignoreClosedPipe(): void {
  return undefined;
}
