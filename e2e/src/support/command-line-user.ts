import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ApiClient } from './api-client.js';
import { CommandLine, type Outcome } from './command-line.js';
import type { Environment } from './environment.js';
import type { Instance } from './instance.js';
import { startInstance } from './start-instance.js';

/** An account with an access token that uses the program `waybill` in a folder, and a Waybill of its own. */
export class CommandLineUser {
  private constructor(
    /** Home and working directory of the program. */
    readonly folder: string,
    private readonly program: CommandLine,
    readonly waybill: Instance,
    readonly account: ApiClient,
    readonly environment: Environment,
  ) {}

  static async start(): Promise<CommandLineUser> {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-cli-'));
    const program = CommandLine.install(folder);
    const waybill = await startInstance({ DEFAULT_PLAN: 'pro' });
    const account = await ApiClient.signedIn(waybill.url);
    const token = await account.accessToken('upload', 'read', 'manage');
    const environment = { WAYBILL_URL: waybill.url, WAYBILL_TOKEN: token };
    return new CommandLineUser(folder, program, waybill, account, environment);
  }

  /** Starts the program. */
  launch(args: readonly string[], more: Environment = {}): ChildProcess {
    return this.program.launch(args, { ...this.environment, ...more });
  }

  /** Runs the program to its end. @param input bytes of the standard input */
  run(args: readonly string[], more: Environment = {}, input = ''): Promise<Outcome> {
    return this.program.run(args, { ...this.environment, ...more }, input);
  }

  /** Writes a file of random bytes to the folder. */
  write(name: string, size: number): Buffer {
    const bytes = randomBytes(size);
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    return bytes;
  }

  async dispose(): Promise<void> {
    await this.waybill.dispose();
    rmSync(this.folder, { recursive: true });
  }
}
