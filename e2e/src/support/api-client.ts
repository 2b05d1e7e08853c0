import type { ErrorBody, FileView, TokenScope, Uploaded, User } from '@waybill/contracts';
import { randomUUID } from 'node:crypto';
import { assertDocumented } from './assert-documented.js';
import { addressHeaders } from './client-address.js';

/**
 * HTTP client with a cookie jar and helpers for common calls. Checks every response against the OpenAPI document.
 */
export class ApiClient {
  private readonly cookies = new Map<string, string>();

  constructor(
    readonly url: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  /** Creates a client with a new account that is logged in. */
  static async signedIn(url: string, headers: Record<string, string> = {}): Promise<ApiClient> {
    const client = new ApiClient(url, headers);
    await client.signUpAndLogIn();
    return client;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ 'user-agent': 'Waybill-Test/1', ...addressHeaders(), ...this.headers });
    if (this.cookies.size > 0) headers.set('cookie', this.cookieHeader());
    new Headers(init.headers).forEach((value, name) => headers.set(name, value));
    const url = new URL(path, this.url);
    const response = await fetch(url, { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) this.storeCookie(cookie);
    return assertDocumented(init.method ?? 'GET', url.pathname, response);
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch(path, { headers });
  }

  async json(method: string, path: string, body?: unknown): Promise<Response> {
    return this.fetch(path, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
  }

  /** Uploads files as a multipart form. */
  async send(...files: readonly TestFile[]): Promise<Response> {
    const form = new FormData();
    for (const { name, bytes } of files) form.append('file', new Blob([bytes]), name);
    return this.fetch('/api/upload', { method: 'POST', body: form });
  }

  /** Uploads one file. @returns its id */
  async upload(file: TestFile = textFile()): Promise<string> {
    const response = await this.send(file);
    if (response.status !== 201)
      throw new Error(`The upload answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as Uploaded).id;
  }

  async file(id: string): Promise<FileView> {
    return (await this.get(`/api/files/${id}`)).json() as Promise<FileView>;
  }

  async files(): Promise<FileView[]> {
    return (await this.get('/api/files')).json() as Promise<FileView[]>;
  }

  async settings(id: string, settings: Record<string, unknown>): Promise<Response> {
    return this.json('PUT', `/api/files/${id}/settings`, settings);
  }

  /**
   * Lets a file expire `delayMs` from now. On a busy machine a request can arrive after the time that it sets, which is
   * refused: then it is sent with twice the delay.
   * @returns the time of expiry in milliseconds
   * @throws Error with the response after any other refusal
   */
  async expireSoon(id: string, delayMs = 1000): Promise<number> {
    const end = Date.now() + delayMs;
    const response = await this.settings(id, { deleteAt: new Date(end).toISOString() });
    if (response.status === 200) return end;
    const body = await response.text();
    if (!body.includes('files.expiry-in-past') || delayMs > 30_000)
      throw new Error(`Setting the expiry answered ${response.status}: ${body}`);
    return this.expireSoon(id, 2 * delayMs);
  }

  async signUpAndLogIn(email = `${randomUUID()}@example.com`, password = PASSWORD): Promise<User> {
    const signUp = await this.json(
      'POST',
      '/api/signup',
      signUpForm({ email, password, confirmPassword: password }),
    );
    if (signUp.status !== 201) throw new Error(`Sign-up answered ${signUp.status}: ${await signUp.text()}`);
    const logIn = await this.json('POST', '/api/login', { email, password });
    if (logIn.status !== 200) throw new Error(`Log-in answered ${logIn.status}: ${await logIn.text()}`);
    return logIn.json() as Promise<User>;
  }

  /** Makes an access token of this account. @returns the token, which Waybill shows once */
  async accessToken(...scopes: readonly TokenScope[]): Promise<string> {
    const response = await this.json('POST', '/api/tokens', { name: 'Program', scopes });
    if (response.status !== 201)
      throw new Error(`The token answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { token: string }).token;
  }

  /** A program with an access token of this account: no cookies, and an origin of its own. */
  async program(...scopes: readonly TokenScope[]): Promise<ApiClient> {
    const authorization = `Bearer ${await this.accessToken(...scopes)}`;
    return new ApiClient(this.url, { authorization, origin: 'https://elsewhere.example' });
  }

  /** A second client with a copy of the cookies, optionally for another replica. */
  clone(url = this.url): ApiClient {
    const twin = new ApiClient(url, this.headers);
    for (const [name, value] of this.cookies) twin.cookies.set(name, value);
    return twin;
  }

  /** The cookies, for a browser. */
  cookieList(): { name: string; value: string; url: string }[] {
    return [...this.cookies].map(([name, value]) => ({ name, value, url: this.url }));
  }

  /** Removes one cookie. */
  without(cookie: string): this {
    this.cookies.delete(cookie);
    return this;
  }

  private storeCookie(cookie: string): void {
    const [pair = ''] = cookie.split(';', 1);
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export interface TestFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export const PASSWORD = 'a long and winding password';

export function textFile(name = 'note.txt', text = 'Hello from Waybill.'): TestFile {
  return { name, bytes: Buffer.from(text) };
}

/** Bytes of no known media type, different in each 4 KiB block. */
export function binaryFile(size: number, name = 'data.bin'): TestFile {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at + 4 <= size; at += 4096) bytes.writeUInt32LE(at, at);
  return { name, bytes };
}

export function signUpForm(overrides: Record<string, unknown> = {}) {
  return {
    name: 'Ada Lovelace',
    email: `${randomUUID()}@example.com`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    agreeToTerms: true,
    ...overrides,
  };
}

/** The body of a failed call. */
export async function failure(response: Response): Promise<ErrorBody> {
  return response.json() as Promise<ErrorBody>;
}

/** The token in the address of the external viewer, which contains the address of the file. */
export function viewerTokenIn(url: string): string {
  return /[?&]token=([\w.-]+)/.exec(decodeURIComponent(url))?.[1] ?? '';
}
