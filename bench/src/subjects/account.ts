import { bundleSchema, type Uploaded, uploadedSchema, type WebhookEvent } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import type { DownloadTarget, UploadTarget } from './benchmark-subject.js';

const ONE_DAY_MS = 24 * 60 * 60 * 1000;

/** Settings of a promotion, which lets every account upload files of up to 2 GB. */
export function promotionEnvironment(): NodeJS.ProcessEnv {
  return { PROMOTION_ENDS_AT: new Date(Date.now() + ONE_DAY_MS).toISOString() };
}

/** An account and the files it uploaded, by the names that the benchmark gave them. */
export class Account {
  private readonly ids = new Map<string, string>();

  private constructor(
    private readonly origin: string,
    private readonly cookie: string,
  ) {}

  /** Signs up and logs in at `origin`. Accounts must be active immediately there. */
  static async open(origin: string, email = 'benchmark@example.com'): Promise<Account> {
    const login = { email, password: 'a long enough password' };
    const signUp = { ...login, name: 'Benchmark', confirmPassword: login.password, agreeToTerms: true };
    await call('POST', `${origin}/api/signup`, '', signUp);
    const answer = await call('POST', `${origin}/api/login`, '', login);
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
    return new Account(origin, cookies.join('; '));
  }

  uploadTarget(): UploadTarget {
    return {
      url: `${this.origin}/api/upload`,
      method: 'POST',
      headers: { cookie: this.cookie },
      framing: 'multipart',
    };
  }

  /** Target for an upload by tus. */
  tusTarget(): UploadTarget {
    const metadata = `filename ${Buffer.from('bench.bin').toString('base64')}`;
    return { ...this.uploadTarget(), url: `${this.origin}/api/uploads`, framing: 'tus', metadata };
  }

  /** @param url of the upload, whose id is the file's */
  uploadedByTus(name: string, url: string): void {
    this.ids.set(name, new URL(url).pathname.split('/').at(-1) ?? '');
  }

  /** URL of the list of its files. */
  get listUrl(): string {
    return `${this.origin}/api/files`;
  }

  uploaded(name: string, answer: string): void {
    const { id }: Uploaded = uploadedSchema.parse(JSON.parse(answer));
    this.ids.set(name, id);
  }

  idOf(name: string): string {
    const id = this.ids.get(name);
    if (id === undefined) throw new Error(`${name} was never uploaded`);
    return id;
  }

  downloadTarget(name: string): DownloadTarget {
    return { url: `${this.addressOf(name)}/download`, headers: {} };
  }

  /** Downloads a small file without a session, which is a new visit. */
  async visit(name: string): Promise<void> {
    await (await call('GET', this.downloadTarget(name).url, '')).arrayBuffer();
  }

  /** @param origin another gateway of the same installation */
  metadataUrl(name: string, origin = this.origin): string {
    return `${this.addressOf(name, origin)}/metadata`;
  }

  /** Number of visits in the owner's report. */
  async totalViews(name: string): Promise<number> {
    const answer = await call('GET', `${this.addressOf(name)}/analytics`, this.cookie);
    const { summary } = (await answer.json()) as { summary: { totalViews: number } };
    return summary.totalViews;
  }

  /** URL of the ZIP of a new bundle that has the file in it. */
  async bundle(name: string): Promise<string> {
    const answer = await call('POST', `${this.origin}/api/bundles`, this.cookie, {
      fileIds: [this.idOf(name)],
    });
    const { id } = bundleSchema.parse(await answer.json());
    return `${this.origin}/api/bundles/${id}/download`;
  }

  /** Subscribes `url` to one kind of event. */
  async createWebhook(url: string, event: WebhookEvent): Promise<void> {
    await call('POST', `${this.origin}/api/webhooks`, this.cookie, { url, events: [event] });
  }

  /** Waits until analytics knows the file. @returns as `totalViews` */
  async totalViewsOnceKnown(name: string): Promise<number> {
    return eventually(() => this.totalViews(name), { timeoutMs: 60_000 });
  }

  async delete(name: string): Promise<void> {
    await call('DELETE', this.addressOf(name), this.cookie);
  }

  private addressOf(name: string, origin = this.origin): string {
    return `${origin}/api/files/${this.idOf(name)}`;
  }
}

async function call(method: string, url: string, cookie: string, body?: object): Promise<Response> {
  const answer = await fetch(url, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}
