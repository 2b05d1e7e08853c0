import type { BundleView, NewBundle } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';

interface Kept {
  readonly id: string;
  readonly key: string | null;
  readonly length: number;
  readonly metadata: Readonly<Record<string, string>>;
  offset: number;
}

/** Returns a response in place of the usual one, or undefined for the usual one. */
type Instead = (request: { method: string; name: string; upload: Kept | undefined }) => unknown;

/** Fake server for tus uploads and bundles. `ids`: ids of the uploaded files, in the order of their creation. */
export class TusServer {
  readonly uploads: Kept[] = [];
  /** In the form `METHOD name`. */
  readonly calls: string[] = [];
  readonly bundles: BundleView[] = [];
  readonly bundleCalls: { method: string; query: string; body: unknown }[] = [];
  instead: Instead = () => undefined;

  constructor(private readonly ids: readonly string[] = []) {}

  get handlers() {
    return [
      http.post('/api/uploads', ({ request }) => this.create(request)),
      http.head('/api/uploads/:id', ({ request }) => this.answer(request, (upload) => [200, upload])),
      http.patch('/api/uploads/:id', ({ request }) =>
        this.answer(request, (upload) => this.append(request, upload)),
      ),
      http.delete('/api/uploads/:id', ({ request }) => this.answer(request, (upload) => this.forget(upload))),
      http.post('/api/bundles', async ({ request }) =>
        this.createBundle((await request.json()) as NewBundle),
      ),
      http.all('/api/bundles/:id', ({ request }) => this.changeBundle(request)),
    ];
  }

  private async create(request: Request) {
    const metadata = Object.fromEntries(
      (request.headers.get('upload-metadata') ?? '').split(',').map((pair) => {
        const [key = '', value = ''] = pair.split(' ');
        return [key, Buffer.from(value, 'base64').toString()];
      }),
    );
    const name = metadata['filename'] ?? '';
    this.calls.push(`POST ${name}`);
    const other = await this.instead({ method: 'POST', name, upload: undefined });
    if (other !== undefined) return other as Response;
    const offset = (await request.arrayBuffer()).byteLength;
    const key = request.headers.get('idempotency-key');
    const created = this.uploads.find((upload) => key !== null && upload.key === key);
    if (created) return createdAnswer(created);
    const id = this.ids[this.uploads.length] ?? crypto.randomUUID();
    const length = Number(request.headers.get('upload-length'));
    const upload: Kept = { id, key, length, metadata, offset };
    this.uploads.push(upload);
    const lost = await this.instead({ method: 'CREATED', name, upload });
    return lost === undefined ? createdAnswer(upload) : (lost as Response);
  }

  private async answer(request: Request, work: (upload: Kept) => [number, Kept?] | Promise<[number, Kept?]>) {
    const upload = this.uploads.find(({ id }) => request.url.endsWith(id));
    const name = upload?.metadata['filename'] ?? '';
    this.calls.push(`${request.method} ${name}`);
    const other = await this.instead({ method: request.method, name, upload });
    if (other !== undefined) return other as Response;
    if (!upload) return new HttpResponse(null, { status: 404 });
    const [status, shown] = await work(upload);
    return new HttpResponse(null, { status, headers: shown ? headersOf(shown) : {} });
  }

  private async append(request: Request, upload: Kept): Promise<[number, Kept?]> {
    if (Number(request.headers.get('upload-offset')) !== upload.offset) return [409];
    upload.offset += (await request.arrayBuffer()).byteLength;
    return [204, upload];
  }

  private forget(upload: Kept): [number] {
    this.uploads.splice(this.uploads.indexOf(upload), 1);
    return [204];
  }

  private createBundle({ name = 'Files' }: NewBundle) {
    const bundle: BundleView = {
      id: crypto.randomUUID(),
      name,
      files: [],
      size: 0,
      createdAt: new Date().toISOString(),
      deleteAt: null,
      isPasswordProtected: false,
      viewCount: 0,
      isOwner: true,
    };
    this.bundles.push(bundle);
    this.bundleCalls.push({ method: 'POST', query: '', body: name });
    return HttpResponse.json(bundle, { status: 201 });
  }

  private async changeBundle(request: Request) {
    const { pathname, search } = new URL(request.url);
    const bundle = this.bundles.find(({ id }) => pathname.endsWith(id));
    if (!bundle) return new HttpResponse(null, { status: 404 });
    if (request.method !== 'GET') {
      const body: unknown = request.method === 'PUT' ? await request.json() : null;
      this.bundleCalls.push({ method: request.method, query: search, body });
    }
    return request.method === 'DELETE' ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(bundle);
  }
}

function createdAnswer(upload: Kept) {
  return new HttpResponse(null, {
    status: 201,
    headers: { ...headersOf(upload), location: `/api/uploads/${upload.id}` },
  });
}

function headersOf({ offset, length }: Kept): Record<string, string> {
  return { 'upload-offset': String(offset), 'upload-length': String(length), 'tus-resumable': '1.0.0' };
}
