import type { FileRequestView, FileView, LinkView, PublicFileRequest } from '@waybill/contracts';
import { PROMOTION } from '../support/environment.js';
import { ApiClient, failure } from '../support/api-client.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { metadata, TusClient } from '../support/tus-client.js';

const BYTES = Buffer.from('hello');

describe('file requests', () => {
  let waybill: Instance;
  let owner: ApiClient;
  const anyone = () => new TusClient(new ApiClient(waybill.url));
  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    owner = await ApiClient.signedIn(waybill.url);
  });
  afterAll(() => waybill.dispose());

  const make = async (form: Record<string, unknown> = {}) => {
    const response = await owner.json('POST', '/api/requests', { title: 'Invoices', ...form });
    expect(response.status).toBe(201);
    return (await response.json()) as FileRequestView;
  };
  const change = (id: string, settings: Record<string, unknown>) =>
    owner.json('PUT', `/api/requests/${id}`, settings);
  const send = (sender: TusClient, slug: string, headers: Record<string, string> = {}, name = 'a.txt') => {
    const values = {
      filename: name,
      request: slug,
      sender: 'Grace Hopper',
      senderEmail: 'grace@example.org',
    };
    const given = { 'upload-length': String(BYTES.length), 'upload-metadata': metadata(values), ...headers };
    return sender.create(given, BYTES);
  };
  const idOf = (response: Response) => (response.headers.get('location') ?? '').split('/').at(-1) ?? '';

  it('an owner makes, lists, shows, changes, closes and deletes file requests', async () => {
    const request = await make({ message: 'For each month', maxFiles: 12, slug: 'invoices-2026' });
    expect(request).toMatchObject({
      slug: 'invoices-2026',
      url: `${new URL(request.url).origin}/r/invoices-2026`,
      state: 'open',
    });
    const anonymous = new ApiClient(waybill.url);
    const shown = await anonymous.get('/api/requests/invoices-2026');
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect((await shown.json()) as PublicFileRequest).toEqual({
      slug: 'invoices-2026',
      title: 'Invoices',
      message: 'For each month',
      askedBy: 'Ada Lovelace',
      deleteAt: null,
      maxFiles: 12,
      filesLeft: 12,
      maxFileSize: 2_147_483_648,
      isPasswordProtected: false,
    });
    expect(await (await owner.get('/api/requests')).json()).toContainEqual(request);
    expect((await change(request.id, { title: 'Bills' })).status).toBe(200);
    const closed = await change(request.id, { isActive: false });
    expect(await closed.json()).toMatchObject({ title: 'Bills', isActive: false, state: 'closed' });
    expect(await failure(await anonymous.get('/api/requests/invoices-2026'))).toMatchObject({
      statusCode: 410,
      code: 'requests.closed',
      message: expect.stringContaining('closed'),
    });
    expect((await owner.fetch(`/api/requests/${request.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await failure(await anonymous.get('/api/requests/invoices-2026'))).toMatchObject({
      statusCode: 410,
      code: 'requests.deleted',
    });
    expect(await (await owner.get('/api/requests')).json()).not.toContainEqual(
      expect.objectContaining({ id: request.id }),
    );
    expect((await anonymous.get('/api/requests/nobody-made-this')).status).toBe(404);
  });

  it('file requests answer bad settings with a sentence for each field, and other callers with 401 and 403', async () => {
    for (const form of [
      { title: ' ' },
      { title: undefined },
      { slug: 'No Spaces' },
      { slug: 'ab' },
      { maxFiles: 0 },
      { maxFileSize: -1 },
      { deleteAt: 1 },
    ]) {
      const refusal = await owner.json('POST', '/api/requests', { title: 'Invoices', ...form });
      expect(await failure(refusal)).toMatchObject({ statusCode: 400, errors: [expect.any(Object)] });
    }
    const past = await owner.json('POST', '/api/requests', { title: 'x', deleteAt: '2020-01-01' });
    expect(past.status).toBe(400);
    const request = await make({ slug: 'taken-one' });
    const again = await owner.json('POST', '/api/requests', { title: 'x', slug: 'taken-one' });
    expect(await failure(again)).toMatchObject({ statusCode: 409, code: 'links.slug-taken' });
    const anonymous = new ApiClient(waybill.url);
    const other = await ApiClient.signedIn(waybill.url);
    expect((await anonymous.json('POST', '/api/requests', { title: 'x' })).status).toBe(401);
    expect((await anonymous.get('/api/requests')).status).toBe(401);
    for (const [client, status] of [
      [anonymous, 401],
      [other, 403],
    ] as const) {
      expect((await client.json('PUT', `/api/requests/${request.id}`, { title: 'x' })).status).toBe(status);
      expect((await client.fetch(`/api/requests/${request.id}`, { method: 'DELETE' })).status).toBe(status);
    }
    expect((await change('not-an-id', {})).status).toBe(404);
    const foreign = new ApiClient(waybill.url, { origin: 'https://elsewhere.example' });
    expect((await foreign.json('POST', '/api/requests', { title: 'x' })).status).toBe(403);
  });

  it('file requests bring files to the account that asked, and nothing to anyone else', async () => {
    const request = await make();
    const sender = anyone();
    const created = await send(sender, request.slug);
    expect(created.status).toBe(201);
    const id = idOf(created);
    expect(created.headers.get('upload-offset')).toBe(String(BYTES.length));
    expect(await sender.offset(`/api/uploads/${id}`)).toBe(BYTES.length);
    expect((await anyone().head(`/api/uploads/${id}`)).status).toBe(404);
    const [received] = await owner.files();
    expect(received).toMatchObject<Partial<FileView>>({
      id,
      originalName: 'a.txt',
      isFirstLinkActive: false,
      received: {
        requestId: request.id,
        title: 'Invoices',
        senderName: 'Grace Hopper',
        senderEmail: 'grace@example.org',
      },
    });
    for (const path of ['', '/metadata', '/download', '/preview', '/thumbnail', '/check-protection']) {
      expect([path, (await sender.api.get(`/api/files/${id}${path}`)).status]).toEqual([path, 404]);
    }
    expect((await sender.delete(`/api/uploads/${id}`)).status).toBe(403);
    expect((await owner.get(`/api/files/${id}/download`)).status).toBe(200);
    // A link of the owner opens it; the address with its id stays off until it is switched on.
    const link = (await (await owner.json('POST', `/api/files/${id}/links`, {})).json()) as LinkView;
    const opened = await sender.api.json('POST', `/api/links/${link.slug}/open`, {});
    const { token } = (await opened.json()) as { token: string };
    const bytes = await sender.api.get(`/api/files/${id}/download`, { 'x-verification-token': token });
    expect(await bytes.text()).toBe('hello');
    expect((await sender.api.get(`/api/files/${id}`)).status).toBe(404);
    expect((await owner.json('PUT', `/api/links/${id}`, { isActive: true })).status).toBe(200);
    expect(await (await sender.api.get(`/api/files/${id}`)).json()).not.toHaveProperty('received');
  });

  it('files of a sender with an account belong to the account that asked, too', async () => {
    const request = await make();
    const account = await ApiClient.signedIn(waybill.url);
    const id = idOf(await send(new TusClient(account), request.slug));
    expect((await account.get(`/api/files/${id}`)).status).toBe(404);
    expect(await account.files()).toEqual([]);
    expect((await owner.file(id)).received).toMatchObject({ requestId: request.id });
  });

  it('the password of a file request gives a token, which the creation of an upload must carry', async () => {
    const { slug } = await make({ password: 'sesame' });
    const sender = anyone();
    const open = (body: unknown) => sender.api.json('POST', `/api/requests/${slug}/open`, body);
    expect(await (await sender.api.get(`/api/requests/${slug}`)).json()).toMatchObject({
      isPasswordProtected: true,
    });
    expect((await open({})).status).toBe(401);
    expect(await failure(await open({ password: 'wrong' }))).toMatchObject({
      statusCode: 401,
      message: 'Incorrect password',
    });
    const opened = await open({ password: 'sesame' });
    expect(opened.status).toBe(200);
    const { token } = (await opened.json()) as { token: string };
    expect(await failure(await send(sender, slug))).toMatchObject({ code: 'requests.password-required' });
    expect((await send(sender, slug, { 'x-verification-token': token })).status).toBe(201);
  });

  it('file requests refuse files that are too large with 413, and files after the last one, the end or the closing with 410', async () => {
    const small = await make({ maxFileSize: 4 });
    expect(await failure(await send(anyone(), small.slug))).toMatchObject({
      statusCode: 413,
      code: 'requests.file-too-large',
      message: expect.stringContaining('4 bytes'),
    });
    expect((await send(anyone(), 'no-such-request')).status).toBe(404);
    const one = await make({ maxFiles: 1 });
    expect((await send(anyone(), one.slug)).status).toBe(201);
    expect(await failure(await send(anyone(), one.slug))).toMatchObject({ code: 'requests.full' });
    expect((await anyone().api.get(`/api/requests/${one.slug}`)).status).toBe(410);
    const open = await make();
    const sender = anyone();
    const values = metadata({ filename: 'a.txt', request: open.slug });
    const begun = await sender.create({ 'upload-length': '5', 'upload-metadata': values });
    await change(open.id, { isActive: false });
    const location = begun.headers.get('location') ?? '';
    expect((await sender.patch(location, 0, BYTES)).status).toBe(404);
    expect(await failure(await send(sender, open.slug))).toMatchObject({ code: 'requests.closed' });
  });

  it('a file request for one file takes one of 20 parallel uploads', async () => {
    const { slug } = await make({ maxFiles: 1 });
    const sent = await Promise.all(Array.from({ length: 20 }, () => send(anyone(), slug)));
    const statuses = sent.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array<number>(19).fill(410)]);
  });

  it('can be managed with a token of the scope manage, and listed with read', async () => {
    const [manage, read] = [await owner.program('manage'), await owner.program('read')];
    expect((await read.json('POST', '/api/requests', { title: 'x' })).status).toBe(403);
    expect((await read.get('/api/requests')).status).toBe(200);
    expect((await manage.get('/api/requests')).status).toBe(403);
    const made = await manage.json('POST', '/api/requests', { title: 'By a program' });
    expect(made.status).toBe(201);
    const { id } = (await made.json()) as FileRequestView;
    expect((await manage.json('PUT', `/api/requests/${id}`, { isActive: false })).status).toBe(200);
    expect((await manage.json('DELETE', `/api/requests/${id}`)).status).toBe(204);
  });
});
