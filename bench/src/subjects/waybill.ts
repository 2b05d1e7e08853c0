import { type Uploaded, uploadedSchema } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../processes/free-port.js';
import { Program } from '../processes/program.js';
import { familyOf } from '../processes/usage.js';
import { MIB } from '../report/size.js';
import type { Workspace } from '../workspace.js';
import type { DownloadContender, DownloadTarget, UploadContender, UploadTarget } from './contender.js';

const ONE_DAY_MS = 24 * 60 * 60 * 1000;
const DISPOSAL_DEADLINE_MS = 60_000;

export interface WaybillOptions {
  readonly label: string;
  /** Path of the built program. */
  readonly program: string;
  readonly environment: NodeJS.ProcessEnv;
  /** For node itself. */
  readonly nodeArguments?: readonly string[];
}

/** The flags of the root package's `start`: they keep memory flat while bytes stream (docs/benchmarks.md). */
const START_FLAGS = ['--max-semi-space-size=4', '--external-memory-accounted-in-global-limit'];

/** The standalone profile as anyone would start it, with an account that may upload large files. */
export class Waybill implements UploadContender, DownloadContender {
  private readonly ids = new Map<string, string>();
  private cookie = '';

  private constructor(
    readonly label: string,
    readonly program: Program,
    readonly origin: string,
    private readonly folder: string,
  ) {}

  static async start(workspace: Workspace, options: WaybillOptions): Promise<Waybill> {
    const { label, program: path, environment, nodeArguments = [] } = options;
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const folder = await workspace.folder(`waybill-${port}`);
    const program = workspace.own(
      Program.start(process.execPath, [...START_FLAGS, ...nodeArguments, path], {
        ...environment,
        PORT: String(port),
        PUBLIC_URL: origin,
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
        // While a promotion runs, every account has Pro's limits: files of up to 2 GB.
        PROMOTION_ENDS_AT: new Date(Date.now() + ONE_DAY_MS).toISOString(),
      }),
    );
    await program.answersAt(`${origin}/readyz`);
    const waybill = new Waybill(label, program, origin, folder);
    await waybill.logIn();
    return waybill;
  }

  /** Waybill's own process and its PostgreSQL: a transfer makes both work. */
  async processes(): Promise<number[]> {
    return [this.program.pid, ...(await this.databaseProcesses())];
  }

  async databaseProcesses(): Promise<number[]> {
    const lock = await readFile(join(this.folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
    return familyOf(Number.parseInt(lock, 10));
  }

  uploadTarget(): UploadTarget {
    return {
      url: `${this.origin}/api/upload`,
      method: 'POST',
      headers: { cookie: this.cookie },
      framing: 'multipart',
    };
  }

  uploaded(name: string, answer: string): void {
    const { id }: Uploaded = uploadedSchema.parse(JSON.parse(answer));
    this.ids.set(name, id);
  }

  downloadTarget(name: string): DownloadTarget {
    return { url: `${this.addressOf(name)}/download`, headers: {} };
  }

  metadataUrl(name: string): string {
    return `${this.addressOf(name)}/metadata`;
  }

  async discard(name: string): Promise<void> {
    const before = await this.storedBytes();
    await this.call('DELETE', this.addressOf(name));
    await eventually(
      async () => {
        // What is deleted stops being served at once; a job removes its bytes.
        if (before >= MIB && (await this.storedBytes()) >= before)
          throw new Error('The bytes are still there');
      },
      { timeoutMs: DISPOSAL_DEADLINE_MS },
    );
  }

  private addressOf(name: string): string {
    const id = this.ids.get(name);
    if (id === undefined) throw new Error(`${name} was never uploaded`);
    return `${this.origin}/api/files/${id}`;
  }

  private async logIn(): Promise<void> {
    const account = { name: 'Benchmark', email: 'benchmark@example.com', password: 'a long enough password' };
    const { name, email, password } = account;
    const signUp = { name, email, password, confirmPassword: password, agreeToTerms: true };
    await this.call('POST', `${this.origin}/api/signup`, signUp);
    const answer = await this.call('POST', `${this.origin}/api/login`, { email, password });
    this.cookie = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
  }

  private async call(method: string, url: string, body?: object): Promise<Response> {
    const answer = await fetch(url, {
      method,
      headers: { cookie: this.cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
    return answer;
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
