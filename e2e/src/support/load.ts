import type { ErrorBody, Uploaded } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { binaryFile, ApiClient, type TestFile } from './api-client.js';

/** From what one request of the store holds to what takes several parts. */
const SIZES = [200, 70_000, 1_300_000, 6_500_000];
/** Between the calls of one person, so that one machine carries all of them and what they ask. */
const PAUSE_MS = 40;
/** Nobody waits longer: a call that took it has hung. */
const HUNG_MS = 20_000;
const RECOVERY = { timeoutMs: 60_000 };

const kinds = ['upload', 'anonymous upload', 'visit', 'look'] as const;
type Kind = (typeof kinds)[number];

/** A call that did not do what it was for. */
export interface Refusal {
  readonly kind: Kind;
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
  readonly tookMs: number;
  /** Null when the connection broke before there was an answer. */
  readonly body: ErrorBody | null;
  /** How it broke. */
  readonly broke?: string;
}

export interface AcknowledgedUpload {
  readonly id: string;
  readonly hash: string;
  readonly owner: ApiClient;
}

/**
 * People at work, and the ledger of what they were told: who was told that a file is kept, and who got a file whole.
 * Visitors of one file, `shop`, have a name each, by which their entries are known.
 */
export class Load {
  readonly uploads: AcknowledgedUpload[] = [];
  readonly refusals: Refusal[] = [];
  /** Names of those who came for `shop`, and of those who got it. */
  readonly begun = new Set<string>();
  readonly served = new Set<string>();
  /** What must never happen: answers that are neither what was asked for nor an error of ours. */
  readonly wrong: string[] = [];
  private readonly succeededAt = new Map<Kind, number>();
  private running = true;
  private readonly work: Promise<void>[];

  private constructor(
    private readonly url: string,
    readonly owner: ApiClient,
    readonly shop: AcknowledgedUpload,
  ) {
    this.uploads.push(shop);
    this.work = [
      this.repeat('upload', (turn) => this.upload(owner, turn)),
      this.repeat('anonymous upload', (turn) => this.upload(new ApiClient(url), turn)),
      this.repeat('visit', () => this.visit()),
      this.repeat('visit', () => this.visit()),
      this.repeat('look', () => this.look()),
    ];
  }

  /** Needs a promotion: the owner keeps many files. */
  static async start(url: string): Promise<Load> {
    const owner = await ApiClient.signedIn(url);
    const file = binaryFile(50_000);
    const shop = { id: await owner.upload(file), hash: hashOf(file.bytes), owner };
    return new Load(url, owner, shop);
  }

  /** Resolves when whoever is at work has done again what they are for: calls that began after this one. */
  async flows(): Promise<void> {
    const since = Date.now();
    await eventually(() => {
      const stuck = kinds.filter((kind) => (this.succeededAt.get(kind) ?? 0) < since);
      if (stuck.length > 0) throw new Error(`Nobody got through: ${stuck.join(', ')}. ${this.lastRefusal()}`);
    }, RECOVERY);
  }

  /** Resolves when the last call has ended. */
  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.work);
  }

  /** Calls that got no answer at all. */
  get broken(): Refusal[] {
    return this.refusals.filter(({ body }) => body === null);
  }

  refusalsSince(time: number): Refusal[] {
    return this.refusals.filter(({ begunAt }) => begunAt >= time);
  }

  /** Milliseconds of the refusal that took longest. */
  slowestRefusal(): number {
    return Math.max(0, ...this.refusals.map(({ tookMs }) => tookMs));
  }

  /** Prints the figures, for whoever wants to know more than that it held. */
  tell(fault: string): void {
    const { uploads, served, begun, refusals, broken } = this;
    process.stdout.write(
      `${fault}: ${uploads.length} uploads kept, ${served.size} of ${begun.size} visitors served, ` +
        `${refusals.length} refusals (${broken.length} without an answer), slowest ${this.slowestRefusal()} ms\n`,
    );
  }

  private lastRefusal(): string {
    return `The last refusal: ${JSON.stringify(this.refusals.at(-1))}`;
  }

  private async repeat(kind: Kind, call: (turn: number) => Promise<Response | null>): Promise<void> {
    for (let turn = 0; this.running; turn++) {
      const begunAt = Date.now();
      // A call that breaks off throws.
      const refusal = await call(turn)
        .then((answer) => this.refusalOf(answer))
        .catch((error: unknown) => ({ body: null, broke: inspect(error) }));
      if (refusal) this.refusals.push({ kind, begunAt, tookMs: Date.now() - begunAt, ...refusal });
      else this.succeededAt.set(kind, Math.max(begunAt, this.succeededAt.get(kind) ?? 0));
      await sleep(PAUSE_MS);
    }
  }

  private async upload(owner: ApiClient, turn: number): Promise<Response | null> {
    const file = fileOf(SIZES[turn % SIZES.length] ?? 0, turn);
    const form = new FormData();
    form.append('file', new Blob([file.bytes]), file.name);
    const answer = await owner.fetch('/api/upload', { method: 'POST', body: form, signal: hung() });
    if (answer.status !== 201) return answer;
    const { id } = (await answer.json()) as Uploaded;
    this.uploads.push({ id, hash: hashOf(file.bytes), owner });
    return null;
  }

  private async visit(): Promise<Response | null> {
    const name = `Visitor/${randomUUID()}`;
    this.begun.add(name);
    const visitor = new ApiClient(this.url, { 'user-agent': name });
    const address = `/api/files/${this.shop.id}/download?visit=${randomUUID()}`;
    const answer = await visitor.fetch(address, { signal: hung() });
    if (answer.status !== 200) return answer;
    const hash = hashOf(new Uint8Array(await answer.arrayBuffer()));
    if (hash !== this.shop.hash) this.wrong.push(`${name} got other bytes`);
    this.served.add(name);
    return null;
  }

  private async refusalOf(answer: Response | null): Promise<Pick<Refusal, 'body'> | null> {
    if (answer === null) return null;
    const body = (await answer.json()) as ErrorBody;
    if (answer.status !== 503 || body.statusCode !== 503) {
      this.wrong.push(`${answer.url} answered ${answer.status} ${JSON.stringify(body)}`);
    }
    return { body };
  }

  /** What a signed-in person sees: asks auth, files and analytics. */
  private async look(): Promise<Response | null> {
    for (const path of ['/api/user', `/api/files/${this.shop.id}`, `/api/files/${this.shop.id}/analytics`]) {
      const answer = await this.owner.fetch(path, { signal: hung() });
      if (answer.status !== 200) return answer;
      await answer.arrayBuffer();
    }
    return null;
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Differs from turn to turn in its first bytes. */
function fileOf(size: number, turn: number): TestFile {
  const file = binaryFile(size);
  Buffer.from(file.bytes.buffer, file.bytes.byteOffset).write(`${turn} ${randomUUID()}`);
  return file;
}

function hung(): AbortSignal {
  return AbortSignal.timeout(HUNG_MS);
}
