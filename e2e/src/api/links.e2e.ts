import { randomUUID } from 'node:crypto';
import type { LinkView } from '@waybill/contracts';
import { allRoutes, pagesOfFiles, routeGates } from '@waybill/contracts/http';
import { eventually } from '@waybill/testing';
import { PROMOTION } from '../support/environment.js';
import { ApiClient, failure } from '../support/api-client.js';
import { callRoute } from '../support/call-route.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

const BOT = { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' };

describe('links', () => {
  let waybill: Instance;
  let owner: ApiClient;
  let visitor: ApiClient;
  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    owner = await ApiClient.signedIn(waybill.url);
    visitor = new ApiClient(waybill.url);
  });
  afterAll(() => waybill.dispose());

  const make = async (settings: Record<string, unknown> = {}) => {
    const id = await owner.upload();
    const response = await owner.json('POST', `/api/files/${id}/links`, settings);
    expect(response.status).toBe(201);
    return { id, link: (await response.json()) as LinkView };
  };
  const tryOpen = (slug: string, form: Record<string, unknown> = {}) =>
    visitor.json('POST', `/api/links/${slug}/open`, form);
  const open = async (slug: string, form: Record<string, unknown> = {}) => {
    const response = await tryOpen(slug, form);
    expect(response.status).toBe(200);
    return ((await response.json()) as { token: string }).token;
  };
  const list = async (id: string) =>
    (await (await owner.get(`/api/files/${id}/links`)).json()) as [LinkView, LinkView];
  const bytes = (id: string, token: string, headers: Record<string, string> = {}) =>
    visitor.get(`/api/files/${id}/download`, { 'x-verification-token': token, ...headers });

  it('an owner makes, lists, changes and revokes links', async () => {
    const { id, link } = await make({ name: 'Grace' });
    expect(link).toMatchObject({
      name: 'Grace',
      url: expect.stringMatching(`/l/${link.slug}$`),
      downloads: 0,
    });
    const [first, other] = await list(id);
    expect(first).toMatchObject({ id, isFirst: true, url: expect.stringMatching(`/${id}$`) });
    expect(other).toEqual(link);
    const changed = await owner.json('PUT', `/api/links/${link.id}`, { name: 'Hopper' });
    expect(await changed.json()).toEqual({ ...link, name: 'Hopper' });
    expect((await visitor.json('PUT', `/api/links/${link.id}`, { name: 'x' })).status).toBe(401);
    const token = await open(link.slug);
    expect((await owner.fetch(`/api/links/${link.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await failure(await bytes(id, token))).toMatchObject({ statusCode: 410, code: 'links.revoked' });
    expect(await failure(await visitor.get(`/api/links/${link.slug}`))).toMatchObject({ statusCode: 410 });
    expect((await visitor.get('/api/links/nobody-made-this')).status).toBe(404);
  });

  it('links answer bad settings with a sentence for each field', async () => {
    const id = await owner.upload();
    for (const settings of [
      { slug: 'No Spaces' },
      { downloadLimit: 0 },
      { allowedEmails: ['nonsense'] },
      { deleteAt: 1 },
    ]) {
      const refusal = await owner.json('POST', `/api/files/${id}/links`, settings);
      expect(await failure(refusal)).toMatchObject({ statusCode: 400, errors: [expect.any(Object)] });
    }
    expect(await list(id)).toHaveLength(1);
  });

  it('a link mails a code of six digits to an address that has to be proven', async () => {
    const { id, link } = await make({ verifyEmail: true });
    const email = `grace-${randomUUID()}@example.com`;
    const sent = await tryOpen(link.slug, { email });
    expect(sent.status).toBe(202);
    expect(await sent.json()).toEqual({ needs: { code: true } });
    const code = await eventually(async () => {
      const mail = (await waybill.mails()).find((one) => one.includes(`To: ${email}`));
      const code = /Subject: (\d{6}) is your code/.exec(mail ?? '')?.[1];
      if (code === undefined) throw new Error('No code was mailed');
      return code;
    });
    const token = await open(link.slug, { email, code });
    expect((await bytes(id, token)).status).toBe(200);
  });

  it('a link with a limit of one serves one of 20 parallel downloads', async () => {
    const { id, link } = await make({ downloadLimit: 1 });
    const token = await open(link.slug);
    const answers = await Promise.all(Array.from({ length: 20 }, () => bytes(id, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 410),
    ]);
    expect((await list(id))[1]).toMatchObject({ downloads: 1 });
    const rest = await bytes(id, token, { range: 'bytes=5-' });
    expect([rest.status, await rest.text()]).toEqual([206, ' from Waybill.']);
  });

  it('a used-up link answers HEAD as GET: 410 for the first byte, 206 for the rest of its download', async () => {
    const { id, link } = await make({ downloadLimit: 1 });
    const token = await open(link.slug);
    const head = async (headers: Record<string, string> = {}) =>
      (await visitor.fetch(`/api/files/${id}/download?token=${token}`, { method: 'HEAD', headers })).status;
    expect(await head()).toBe(200);
    await (await bytes(id, token)).text();
    expect(await head()).toBe(410);
    expect(await head({ range: 'bytes=5-' })).toBe(206);
    expect((await bytes(id, token)).status).toBe(410);
  });

  it('machines use up no link', async () => {
    const { id, link } = await make({ downloadLimit: 1 });
    for (const headers of [BOT, { 'sec-purpose': 'prefetch' }]) {
      await visitor.get(`/l/${link.slug}`, headers);
      await visitor.get(`/api/links/${link.slug}`, headers);
      const token = await open(link.slug);
      expect(await failure(await bytes(id, token, headers))).toMatchObject({ code: 'links.machine-refused' });
      const head = await visitor.fetch(`/api/files/${id}/download?token=${token}`, {
        method: 'HEAD',
        headers,
      });
      expect(head.status).toBe(200);
    }
    expect((await list(id))[1]).toMatchObject({ downloads: 0 });
  });

  it('links show an SVG without using up a download, although it is never a document of its own', async () => {
    const id = await owner.upload({
      name: 'logo.svg',
      bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    });
    const made = await owner.json('POST', `/api/files/${id}/links`, { downloadLimit: 1 });
    const link = (await made.json()) as LinkView;
    const token = await open(link.slug);
    const headers = { 'x-verification-token': token };
    const shown = await visitor.get(`/api/files/${id}/download?disposition=inline`, headers);
    expect(shown.headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await list(id))[1]).toMatchObject({ downloads: 0 });
    expect((await bytes(id, token)).status).toBe(200);
  });

  it('a link for viewing only refuses the original, inline too', async () => {
    const { id, link } = await make({ allowDownload: false });
    const token = await open(link.slug);
    for (const query of ['', '?disposition=inline']) {
      const answer = await visitor.get(`/api/files/${id}/download${query}`, {
        'x-verification-token': token,
      });
      expect(await failure(answer)).toMatchObject({ statusCode: 403, code: 'links.view-only' });
    }
  });

  it('a link counts an open and its download as one view', async () => {
    const { id, link } = await make();
    const token = await open(link.slug);
    await (await bytes(id, token)).text();
    expect((await list(id))[1]).toMatchObject({ viewCount: 1, downloads: 1 });
    expect((await owner.file(id)).viewCount).toBe(1);
  });

  describe('switching the first link off', () => {
    const gated = allRoutes.filter(
      ({ method, path, group }) =>
        path.includes('{id}') &&
        group !== 'links' &&
        !path.startsWith('/api/bundles/') &&
        routeGates[`${method} ${path}`] === 'gates',
    );
    let id: string;
    let twin: string;
    let token: string;
    beforeAll(async () => {
      const made = await make();
      twin = (await make()).id;
      id = made.id;
      token = await open(made.link.slug);
      const off = await owner.json('PUT', `/api/links/${id}`, { isActive: false });
      expect(await off.json()).toMatchObject({ isFirst: true, isActive: false });
    });
    const call = (client: ApiClient, method: string, path: string, headers: Record<string, string> = {}) =>
      callRoute(client, id, method, path, headers);

    it.each(gated.map(({ method, path }) => [method, path] as const))(
      'hides %s %s from strangers, and not from the owner or the token of another link',
      async (method, path) => {
        expect((await call(visitor, method, path)).status).toBe(404);
        // The answer for a like file whose first link is on. A text has neither a thumbnail nor a password to unlock.
        const { status } = await callRoute(visitor, twin, method, path);
        expect([200, 202].includes(status)).toBe(!/\/(thumbnail|preview\/unlock.*)$/.test(path));
        const own = await call(owner, method, path);
        const opened = await call(visitor, method, path, { 'x-verification-token': token });
        expect([own.status, opened.status]).toEqual([status, status]);
      },
    );

    it.each(pagesOfFiles)('reveals nothing of the file in the page %s', async (page) => {
      const response = await visitor.get(page.replace('{id}', id));
      expect(await response.text()).not.toContain('note.txt');
    });

    it.each(['/{id}', '/{id}/link', '/embed/{id}'])(
      'answers 404 to the page %s for strangers, and not for the owner',
      async (page) => {
        const status = async (client: ApiClient) => (await client.get(page.replace('{id}', id))).status;
        expect([await status(visitor), await status(owner)]).toEqual([404, 200]);
      },
    );
  });
});
