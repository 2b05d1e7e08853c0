import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ConfigurationError } from '@waybill/service-kit';
import type { Binaries } from './binaries.js';

const run = promisify(execFile);

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Extra powers tried in turn, the least first: none, reading past closed folders, passing them at all. */
const powers = [null, 'dac_read_search', 'dac_override'] as const;

/**
 * Starts the database's programs: as ourselves, or, since PostgreSQL refuses to run as root, as another
 * account. They see nothing of our environment.
 */
export class Launcher {
  private constructor(
    private readonly account: Account | null,
    private readonly power: (typeof powers)[number],
  ) {}

  /**
   * Finds a way for the programs to run in `folder`, which is handed to the account they run as.
   * @param cluster the database in `folder`; where it exists, its owner is that account
   * @throws ConfigurationError when the account can reach the programs or the folder in no way
   */
  static async choose(binaries: Binaries, folder: string, cluster: string): Promise<Launcher> {
    const owner = await ownerOf(cluster);
    if (process.getuid?.() !== 0) return Launcher.asOurselves(owner, cluster);
    const account = owner && owner.uid !== 0 ? owner : await findAccount();
    await chown(folder, account.uid, account.gid);
    for (const power of powers) {
      const launcher = new Launcher(account, power);
      if (await launcher.reaches(binaries.postgres, folder)) return launcher;
    }
    throw new ConfigurationError(
      `The database cannot run as root, and the user ${account.uid} it would run as may not enter ${folder}: start Waybill as an ordinary user, or move it out of closed folders.`,
    );
  }

  private static asOurselves(owner: Account | null, cluster: string): Launcher {
    if (owner && owner.uid !== process.getuid?.()) {
      throw new ConfigurationError(
        `${cluster} belongs to another user: start Waybill as that user, or as root.`,
      );
    }
    return new Launcher(null, null);
  }

  /** Runs a program to its end. @returns what it printed. @throws with what it complained of */
  async run(program: string, args: readonly string[], input = ''): Promise<string> {
    const { file, argv, options } = this.command(program, args);
    const running = run(file, argv, options);
    running.child.stdin?.on('error', ignoreClosedPipe).end(input);
    return (await running).stdout;
  }

  /** Starts a program that outlives us, in a session of its own: the terminal's Ctrl-C does not reach it. */
  start(program: string, args: readonly string[], log: number): ChildProcess {
    const { file, argv, options } = this.command(program, args);
    const child = spawn(file, argv, { ...options, detached: true, stdio: ['ignore', log, log] });
    child.unref();
    return child;
  }

  /** Hands a file we made to the account the programs run as. */
  async handOver(path: string): Promise<void> {
    if (this.account) await chown(path, this.account.uid, this.account.gid);
  }

  private async reaches(program: string, folder: string): Promise<boolean> {
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
    if (!this.power) return { file: program, argv: [...args], options: { ...options, ...this.account } };
    const { uid, gid } = this.account;
    const only = `-all,+${this.power}`;
    const privileges = [
      ...['--reuid', String(uid), '--regid', String(gid), '--clear-groups'],
      // Without this bit access(2), by which PostgreSQL finds its own programs, ignores the capability.
      '--securebits=+no_setuid_fixup',
      ...[`--inh-caps=${only}`, `--ambient-caps=${only}`, `--bounding-set=${only}`],
    ];
    return { file: 'setpriv', argv: [...privileges, '--', program, ...args], options };
  }
}

async function ownerOf(path: string): Promise<Account | null> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function findAccount(): Promise<Account> {
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      continue;
    }
  }
  throw new ConfigurationError('The database cannot run as root, and there is no user postgres or nobody.');
}

/** A program that fails at once has closed its input; its exit code tells the story. */
function ignoreClosedPipe(): void {
  return undefined;
}
