import type { ErrorBody, Uploaded } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { binaryFile, ApiClient, type TestFile } from './api-client.js';
import { PAUSE_MS } from './background-user.js';

/** From one request to the object store up to several multipart parts. */
const SIZES = [200, 70_000, 1_300_000, 6_500_000];
/** A call that takes longer has hung. */
const HANG_MS = 20_000;
const RECOVERY = { timeoutMs: 60_000 };

const kinds = ['upload', 'anonymous upload', 'visit', 'read'] as const;
type Kind = (typeof kinds)[number];

/** A failed call. */
export interface FailedCall {
  readonly kind: Kind;
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
  readonly tookMs: number;
  /** Null if the connection broke before a response. */
  readonly body: ErrorBody | null;
  /** The connection error. */
  readonly error?: string;
}

export interface AcknowledgedUpload {
  readonly id: string;
  readonly hash: string;
  readonly owner: ApiClient;
}

/**
 * Clients that upload, visit and read concurrently, with a record of everything acknowledged to them. Each visitor of
 * `sharedFile` has a unique user agent, which identifies its entry in the report.
 */
export class Load {
  readonly uploads: AcknowledgedUpload[] = [];
  readonly failures: FailedCall[] = [];
  /** User agents of the visitors that requested `sharedFile`, and of those that received it. */
  readonly started = new Set<string>();
  readonly served = new Set<string>();
  /** Responses that must never happen: wrong bytes, or an error other than 503. */
  readonly violations: string[] = [];
  private readonly succeededAt = new Map<Kind, number>();
  private running = true;
  private readonly work: Promise<void>[];

  private constructor(
    private readonly url: string,
    readonly owner: ApiClient,
    readonly sharedFile: AcknowledgedUpload,
  ) {
    this.uploads.push(sharedFile);
    this.work = [
      this.repeat('upload', (turn) => this.upload(owner, turn)),
      this.repeat('anonymous upload', (turn) => this.upload(new ApiClient(url), turn)),
      this.repeat('visit', () => this.visit()),
      this.repeat('visit', () => this.visit()),
      this.repeat('read', () => this.read()),
    ];
  }

  /** Needs a promotion, because the owner has more files than the free plan allows. */
  static async start(url: string): Promise<Load> {
    const owner = await ApiClient.signedIn(url);
    const file = binaryFile(50_000);
    const sharedFile = { id: await owner.upload(file), hash: hashOf(file.bytes), owner };
    // Analytics answers 404 until the event of the upload has arrived there, which `read` would report as a violation.
    await eventually(async () => {
      const { status } = await owner.get(`/api/files/${sharedFile.id}/analytics`);
      if (status !== 200) throw new Error(`The report of the shared file answers ${status}`);
    }, RECOVERY);
    return new Load(url, owner, sharedFile);
  }

  /** Waits until a call of every kind has succeeded that started after this one. */
  async waitForProgress(): Promise<void> {
    const since = Date.now();
    await eventually(() => {
      const stuck = kinds.filter((kind) => (this.succeededAt.get(kind) ?? 0) < since);
      if (stuck.length > 0) throw new Error(`No successful call: ${stuck.join(', ')}. ${this.lastFailure()}`);
    }, RECOVERY);
  }

  /** Stops the clients and waits for their last calls. */
  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.work);
  }

  /** Failed calls without a response. */
  get withoutResponse(): FailedCall[] {
    return this.failures.filter(({ body }) => body === null);
  }

  failuresSince(time: number): FailedCall[] {
    return this.failures.filter(({ begunAt }) => begunAt >= time);
  }

  /** Duration of the slowest failed call, in milliseconds. */
  slowestFailureMs(): number {
    return Math.max(0, ...this.failures.map(({ tookMs }) => tookMs));
  }

  /** Prints the figures of the load. */
  print(fault: string): void {
    const { uploads, served, started, failures, withoutResponse } = this;
    process.stdout.write(
      `${fault}: ${uploads.length} uploads stored, ${served.size} of ${started.size} visitors served, ` +
        `${failures.length} failed calls (${withoutResponse.length} without a response), slowest ${this.slowestFailureMs()} ms\n`,
    );
  }

  private lastFailure(): string {
    return `The last failed call: ${JSON.stringify(this.failures.at(-1))}`;
  }

  private async repeat(kind: Kind, call: (turn: number) => Promise<Response | null>): Promise<void> {
    for (let turn = 0; this.running; turn++) {
      const begunAt = Date.now();
      const refusal = await call(turn)
        .then((answer) => this.refusalOf(answer))
        .catch((error: unknown) => ({ body: null, error: inspect(error) }));
      if (refusal) this.failures.push({ kind, begunAt, tookMs: Date.now() - begunAt, ...refusal });
      else this.succeededAt.set(kind, Math.max(begunAt, this.succeededAt.get(kind) ?? 0));
      await sleep(PAUSE_MS);
    }
  }

  private async upload(owner: ApiClient, turn: number): Promise<Response | null> {
    const file = fileOf(SIZES[turn % SIZES.length] ?? 0, turn);
    const form = new FormData();
    form.append('file', new Blob([file.bytes]), file.name);
    const answer = await owner.fetch('/api/upload', { method: 'POST', body: form, signal: hangSignal() });
    if (answer.status !== 201) return answer;
    const { id } = (await answer.json()) as Uploaded;
    this.uploads.push({ id, hash: hashOf(file.bytes), owner });
    return null;
  }

  private async visit(): Promise<Response | null> {
    const name = `Visitor/${randomUUID()}`;
    this.started.add(name);
    const visitor = new ApiClient(this.url, { 'user-agent': name });
    const address = `/api/files/${this.sharedFile.id}/download?visit=${randomUUID()}`;
    const answer = await visitor.fetch(address, { signal: hangSignal() });
    if (answer.status !== 200) return answer;
    const hash = hashOf(new Uint8Array(await answer.arrayBuffer()));
    if (hash !== this.sharedFile.hash) this.violations.push(`${name} received wrong bytes`);
    this.served.add(name);
    return null;
  }

  private async refusalOf(answer: Response | null): Promise<Pick<FailedCall, 'body'> | null> {
    if (answer === null) return null;
    const body = (await answer.json()) as ErrorBody;
    if (answer.status !== 503 || body.statusCode !== 503) {
      this.violations.push(`${answer.url} answered ${answer.status} ${JSON.stringify(body)}`);
    }
    return { body };
  }

  /** Reads as a signed-in user: calls auth, files and analytics. */
  private async read(): Promise<Response | null> {
    for (const path of [
      '/api/user',
      `/api/files/${this.sharedFile.id}`,
      `/api/files/${this.sharedFile.id}/analytics`,
    ]) {
      const answer = await this.owner.fetch(path, { signal: hangSignal() });
      if (answer.status !== 200) return answer;
      await answer.arrayBuffer();
    }
    return null;
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A file whose first bytes are unique. */
function fileOf(size: number, turn: number): TestFile {
  const file = binaryFile(size);
  Buffer.from(file.bytes.buffer, file.bytes.byteOffset).write(`${turn} ${randomUUID()}`);
  return file;
}

function hangSignal(): AbortSignal {
  return AbortSignal.timeout(HANG_MS);
}
