import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Environment } from './environment.js';

const PACKAGE = resolve(__dirname, '../../../cli');

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program `waybill`, installed in a folder that is also its home and its working directory. */
export class CommandLine {
  private constructor(
    private readonly folder: string,
    private readonly program: string,
  ) {}

  /** Packs and installs the package as `npm install --global` would. */
  static install(folder: string): CommandLine {
    const npm = (...args: string[]) => execFileSync('npm', args, { encoding: 'utf8', cwd: PACKAGE });
    const [{ filename }] = JSON.parse(npm('pack', '--json', '--pack-destination', folder)) as [
      { filename: string },
    ];
    const prefix = join(folder, 'installed');
    npm('install', '--prefix', prefix, '--no-audit', '--no-fund', '--prefer-offline', join(folder, filename));
    return new CommandLine(folder, join(prefix, 'node_modules/.bin/waybill'));
  }

  launch(args: readonly string[], environment: Environment): ChildProcess {
    const { PATH = '' } = process.env;
    const env = { PATH, HOME: this.folder, ...environment };
    return spawn(process.execPath, [this.program, ...args], { cwd: this.folder, env });
  }

  /** @param input bytes of the standard input */
  async run(args: readonly string[], environment: Environment, input: string): Promise<Outcome> {
    const child = this.launch(args, environment);
    child.stdin!.end(input);
    const [stdout, stderr] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      once(child, 'exit'),
    ]);
    return { status: child.exitCode, stdout, stderr };
  }
}

/** Kills a program as soon as `condition` holds. @throws if it ends before */
export async function killAfter(child: ChildProcess, condition: () => boolean): Promise<void> {
  const exited = once(child, 'exit');
  while (!condition()) {
    if (child.exitCode !== null) throw new Error('The command ended before it was killed');
    await new Promise((done) => setImmediate(done));
  }
  child.kill('SIGKILL');
  await exited;
}
