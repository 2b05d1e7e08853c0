import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface StoredFile {
  readonly path: string;
  readonly bundle: string | undefined;
  readonly content: string;
}

/** - a status: refuse the request. - `lose-answer`: do what was requested, and close the connection */
export type Failure = { readonly status: number; readonly retryAfter?: number } | 'lose-answer';

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The part of a Waybill that `send` and `get` use, for small files. */
export class FakeWaybill {
  /** Methods and paths of the requests so far, without queries: `POST /api/uploads`. */
  requests: string[] = [];
  readonly files = new Map<string, StoredFile>();
  /** Names of the bundles by their ids. */
  readonly bundles = new Map<string, string>();
  /** Address of the links in place of its own; undefined of a version that does not say it. */
  publicUrl: string | undefined;
  /** @returns the failure of a request, the nth of its method and path; null to answer it */
  failureOf: (line: string, nth: number) => Failure | null = () => null;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeWaybill> {
    const server = createServer();
    const waybill = new FakeWaybill(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void waybill.handle(request, response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return waybill;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  addFile(path: string, content: string, bundle?: string): string {
    const id = randomUUID();
    this.files.set(id, { path, bundle, content });
    return id;
  }

  /** Paths and contents of the files of a bundle, in the order of their paths. */
  contentsOf(bundle: string): string[] {
    return this.filesOf(bundle)
      .map(([, { path, content }]) => `${path}: ${content}`)
      .sort();
  }

  private filesOf(bundle: string): [string, StoredFile][] {
    return [...this.files].filter(([, file]) => file.bundle === bundle);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const path = url.replace(/\?.*/, '');
    const line = `${method} ${path}`;
    this.requests.push(line);
    const body = await buffer(request);
    const failure = this.failureOf(line, this.requests.filter((earlier) => earlier === line).length);
    if (failure !== null && failure !== 'lose-answer') {
      const { status, retryAfter } = failure;
      const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
      response.writeHead(status, headers).end(JSON.stringify({ message: `Refused with ${status}` }));
      return;
    }
    const { status, headers, body: content } = this.answer(method, path, request, body);
    if (failure === 'lose-answer') response.destroy();
    else if (typeof content === 'string') response.writeHead(status, headers).end(content);
    else response.writeHead(status, headers).end(content === undefined ? undefined : JSON.stringify(content));
  }

  private answer(method: string, path: string, request: IncomingMessage, body: Buffer): Answer {
    const [, , kind = '', id = '', action] = path.split('/');
    if (method === 'POST' && kind === 'uploads') return this.create(request, body);
    if (method === 'POST' && path === '/api/bundles') {
      const bundle = randomUUID();
      const { name } = JSON.parse(body.toString()) as { name: string };
      this.bundles.set(bundle, name);
      return { status: 201, body: { id: bundle, name, files: [] } };
    }
    if (method === 'POST' && action === 'links')
      return { status: 201, body: { url: `${this.url}/l/limited-link` } };
    if (method === 'POST' && action === 'open') {
      const [target] = this.files.keys();
      return { status: 200, body: { token: 'opened', target: { kind: 'file', id: target } } };
    }
    if (path === '/api/config' && this.publicUrl !== undefined)
      return { status: 200, body: { publicUrl: this.publicUrl } };
    if (method === 'PUT') return { status: 200, body: {} };
    if (method === 'DELETE') return this.delete(kind, id);
    if (action === 'download') return this.contentOf(id);
    const name = kind === 'bundles' ? this.bundles.get(id) : undefined;
    if (name === undefined) return notFound;
    const files = this.filesOf(id).map(([file, stored]) => ({
      id: file,
      path: stored.path,
      size: stored.content.length,
    }));
    return { status: 200, body: { id, name, files } };
  }

  private create({ headers }: IncomingMessage, body: Buffer): Answer {
    const metadata = Object.fromEntries(
      String(headers['upload-metadata'])
        .split(',')
        .map((pair) => pair.split(' '))
        .map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString()]),
    );
    const path = (metadata['path'] ?? metadata['filename'] ?? '').trim();
    const id = this.addFile(path, body.toString(), metadata['bundle']);
    return {
      status: 201,
      headers: { location: `/api/uploads/${id}`, 'upload-offset': String(body.length) },
    };
  }

  private delete(kind: string, id: string): Answer {
    const isDeleted = kind === 'files' ? this.files.delete(id) : this.bundles.delete(id);
    return isDeleted ? { status: 204 } : notFound;
  }

  private contentOf(id: string): Answer {
    const file = this.files.get(id);
    if (!file) return notFound;
    const headers = {
      etag: `"${id}"`,
      'content-length': String(file.content.length),
      'content-disposition': `attachment; filename="${file.path}"`,
    };
    return { status: 200, headers, body: file.content };
  }
}

const notFound: Answer = { status: 404, body: { message: 'Not found' } };
