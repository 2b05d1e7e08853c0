import { EmbeddedPostgres } from '@waybill/database';
import { eventually, freePort } from '@waybill/testing';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Program } from '../processes/program.js';
import { processTree } from '../processes/usage.js';
import { MIB } from '../report/size.js';
import type { Workspace } from '../workspace.js';
import { Account, promotionEnvironment } from './account.js';
import type { DownloadSubject, DownloadTarget, UploadSubject, UploadTarget } from './benchmark-subject.js';

const DISPOSAL_DEADLINE_MS = 60_000;

export interface WaybillOptions {
  readonly label: string;
  /** Path of the built program. */
  readonly program: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Flags of node. */
  readonly nodeArguments?: readonly string[];
}

/** The flags of the root package's `start`: they keep memory flat while bytes stream (docs/benchmarks.md). */
const START_FLAGS = ['--max-semi-space-size=8', '--external-memory-accounted-in-global-limit'];
const ALLOCATOR = { MALLOC_ARENA_MAX: '1' };

/** The standalone profile as `npm start` runs it, with an account that may upload large files. */
export class Waybill implements UploadSubject, DownloadSubject {
  private constructor(
    readonly label: string,
    readonly program: Program,
    readonly origin: string,
    private readonly folder: string,
    readonly account: Account,
  ) {}

  static async start(workspace: Workspace, options: WaybillOptions): Promise<Waybill> {
    const { label, program: path, environment, nodeArguments = [] } = options;
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const folder = await workspace.folder(`waybill-${port}`);
    const program = workspace.own(
      Program.start(process.execPath, [...START_FLAGS, ...nodeArguments, path], {
        ...environment,
        ...ALLOCATOR,
        PORT: String(port),
        PUBLIC_URL: origin,
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
        ...promotionEnvironment(),
      }),
    );
    await program.waitForHttp(`${origin}/readyz`);
    return new Waybill(label, program, origin, folder, await Account.open(origin));
  }

  /** Waybill's process and its PostgreSQL. A transfer uses both. */
  async processes(): Promise<number[]> {
    return [this.program.pid, ...(await this.databaseProcesses())];
  }

  async databaseProcesses(): Promise<number[]> {
    const lock = await readFile(join(this.folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
    return processTree(Number.parseInt(lock, 10));
  }

  /** Connection string of its embedded PostgreSQL. */
  async databaseUrl(): Promise<string> {
    const postgres = await EmbeddedPostgres.start({
      folder: join(this.folder, 'postgres'),
      restartOnCrash: false,
    });
    return postgres.url;
  }

  uploadTarget(): UploadTarget {
    return this.account.uploadTarget();
  }

  uploaded(name: string, answer: string): void {
    this.account.uploaded(name, answer);
  }

  downloadTarget(name: string): DownloadTarget {
    return this.account.downloadTarget(name);
  }

  anotherAccount(email = 'another@example.com'): Promise<Account> {
    return Account.open(this.origin, email);
  }

  /** The same instance as a target whose uploads use tus. */
  byTus(): UploadSubject {
    return {
      label: `${this.label}, tus`,
      processes: () => this.processes(),
      uploadTarget: () => this.account.tusTarget(),
      uploaded: (name, url) => this.account.uploadedByTus(byTus(name), url),
      discard: (name) => this.discard(byTus(name)),
    };
  }

  metadataUrl(name: string): string {
    return this.account.metadataUrl(name);
  }

  async discard(name: string): Promise<void> {
    const before = await this.storedBytes();
    await this.account.delete(name);
    await eventually(
      async () => {
        // A deleted file is refused immediately. A job deletes its bytes later.
        if (before >= MIB && (await this.storedBytes()) >= before)
          throw new Error('The bytes are still there');
      },
      { timeoutMs: DISPOSAL_DEADLINE_MS },
    );
  }

  private async storedBytes(): Promise<number> {
    const objects = join(this.folder, 'objects');
    const entries = await readdir(objects, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const sizes = files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).catch(() => ({ size: 0 })),
    );
    return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
  }
}

/** Name of the file that the same round uploaded by tus. */
function byTus(name: string): string {
  return `${name}-tus`;
}
