import type { BundleView, LinkView, PublicLink } from '@waybill/contracts';
import { allRoutes, pagesOfBundles, routeGates } from '@waybill/contracts/http';
import { eventually } from '@waybill/testing';
import { PROMOTION } from '../support/environment.js';
import { ApiClient, failure, textFile } from '../support/api-client.js';
import { callRoute } from '../support/call-route.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

const BOT = { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' };

describe('links of bundles over HTTP', () => {
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
    const fileIds = [await owner.upload(textFile('a.txt')), await owner.upload(textFile('b.txt'))];
    await owner.settings(fileIds[0] ?? '', { password: 'of its own' });
    const created = await owner.json('POST', '/api/bundles', { name: 'Secret offer', fileIds });
    const { id } = (await created.json()) as BundleView;
    const response = await owner.json('POST', `/api/bundles/${id}/links`, settings);
    expect(response.status).toBe(201);
    return { id, fileIds, link: (await response.json()) as LinkView };
  };
  const open = async (slug: string, form: Record<string, unknown> = {}) => {
    const response = await visitor.json('POST', `/api/links/${slug}/open`, form);
    expect(response.status).toBe(200);
    return ((await response.json()) as { token: string }).token;
  };
  const list = async (id: string) =>
    (await (await owner.get(`/api/bundles/${id}/links`)).json()) as [LinkView, LinkView];
  const get = (path: string, token: string, headers: Record<string, string> = {}) =>
    visitor.get(path, { 'x-verification-token': token, ...headers });

  it('an owner makes, lists and revokes links of a bundle, and each opens its list, its ZIP and every file', async () => {
    const { id, fileIds, link } = await make({ name: 'Grace', password: 'sesame' });
    expect(await list(id)).toEqual([
      expect.objectContaining({ id, isFirst: true, url: expect.stringMatching(`/b/${id}$`) }),
      link,
    ]);
    expect(link.url).toMatch(new RegExp(`/l/${link.slug}$`));
    expect(await failure(await visitor.get(`/api/bundles/${id}/links`))).toMatchObject({ statusCode: 401 });
    expect((await visitor.json('POST', `/api/bundles/${id}/links`, {})).status).toBe(401);
    const unknown = await owner.get(`/api/bundles/${crypto.randomUUID()}/links`);
    expect(await failure(unknown)).toMatchObject({ statusCode: 404, code: 'bundles.not-found' });
    const shown = (await (await visitor.get(`/api/links/${link.slug}`)).json()) as PublicLink;
    expect(shown).toEqual({
      needs: { password: true, email: false, code: false },
      target: null,
      allowDownload: true,
      isOpened: false,
    });
    expect(await (await visitor.get(`/l/${link.slug}`)).text()).not.toContain('Secret');
    const token = await open(link.slug, { password: 'sesame' });
    expect(await (await get(`/api/bundles/${id}`, token)).json()).toMatchObject({
      name: 'Secret offer',
      isOwner: false,
    });
    const paths = [`/api/bundles/${id}/download`, ...fileIds.map((file) => `/api/files/${file}/download`)];
    for (const path of paths) {
      expect((await get(path, token)).status).toBe(200);
      expect((await visitor.get(`${path}?token=${token}`)).status).toBe(200);
    }
    expect((await owner.fetch(`/api/links/${link.id}`, { method: 'DELETE' })).status).toBe(204);
    for (const path of [`/api/bundles/${id}`, ...paths, `${paths[1]}?bundle=${id}`]) {
      expect(await failure(await get(path, token))).toMatchObject({ statusCode: 410, code: 'links.revoked' });
    }
  });

  it('a link of a bundle with a limit of one serves one of 20 parallel ZIPs, whose rest can be resumed', async () => {
    const { id, link } = await make({ downloadLimit: 1 });
    const token = await open(link.slug);
    const zip = `/api/bundles/${id}/download`;
    for (const headers of [BOT, { 'sec-purpose': 'prefetch' }]) {
      expect(await failure(await get(zip, token, headers))).toMatchObject({ code: 'links.machine-refused' });
      await visitor.get(`/l/${link.slug}`, headers);
    }
    const head = await visitor.fetch(`${zip}?token=${token}`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(zip, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
    expect((await list(id))[1]).toMatchObject({ downloads: 1, viewCount: 1 });
    expect((await get(zip, token, { range: 'bytes=5-' })).status).toBe(206);
    expect((await visitor.fetch(`${zip}?token=${token}`, { method: 'HEAD' })).status).toBe(410);
    const refusal = await visitor.json('POST', `/api/links/${link.slug}/open`, {});
    expect(await failure(refusal)).toMatchObject({ statusCode: 410, code: 'links.used-up' });
  });

  it('a link of a bundle for viewing only refuses ZIP and originals, and serves previews', async () => {
    const { id, fileIds, link } = await make({ allowDownload: false });
    const token = await open(link.slug);
    for (const path of [
      `/api/bundles/${id}/download`,
      `/api/files/${fileIds[1]}/download`,
      `/api/files/${fileIds[1]}/download?disposition=inline&bundle=${id}`,
    ]) {
      expect(await failure(await get(path, token))).toMatchObject({
        statusCode: 403,
        code: 'links.view-only',
      });
    }
    expect((await get(`/api/files/${fileIds[1]}/preview?bundle=${id}`, token)).status).toBe(200);
  });

  it('links of a bundle are mailed, one for each recipient, and drawn as QR codes, as the bundle itself', async () => {
    const { id, link } = await make();
    const grace = { recipientName: 'Grace', recipientEmail: 'grace@example.com' };
    expect((await visitor.json('POST', `/api/share/email/${id}`, grace)).status).toBe(401);
    const sent = await owner.json('POST', `/api/share/email/${id}`, grace);
    expect([sent.status, await sent.json()]).toEqual([202, { message: expect.stringContaining('grace@') }]);
    const [, own] = await list(id);
    expect(own.name).toBe('Grace');
    await eventually(async () => {
      const mails = (await waybill.mails()).map((mail) => mail.replace(/=\r?\n/g, ''));
      expect(mails.some((mail) => mail.includes(`/l/${own.slug}`) && mail.includes('2 files'))).toBe(true);
    });
    for (const drawn of [id, link.id]) {
      const code = await visitor.get(`/api/qr-code/${drawn}?format=svg`);
      expect(code.status).toBe(200);
      expect(await code.text()).toContain(drawn === id ? `/b/${id}<` : `/l/${link.slug}<`);
    }
    expect((await visitor.get(`/api/qr-code/${crypto.randomUUID()}`)).status).toBe(404);
  });

  it('links of a bundle show name and number of files in link previews, and nothing of a protected bundle', async () => {
    const { id, link } = await make();
    for (const page of [`/b/${id}`, `/l/${link.slug}`]) {
      const html = await (await visitor.get(page)).text();
      expect(html).toContain('<meta property="og:title" content="Secret offer">');
      expect(html).toContain('2 files');
    }
    await owner.json('PUT', `/api/bundles/${id}`, { password: 'sesame' });
    expect(await (await visitor.get(`/b/${id}`)).text()).not.toContain('Secret');
  });

  describe('switching the first link off', () => {
    const gated = allRoutes.filter(
      ({ method, path }) =>
        (path.startsWith('/api/bundles/{id}') || path === '/api/qr-code/{id}') &&
        routeGates[`${method} ${path}`] === 'gates',
    );
    const ofFile = allRoutes.filter(({ method, path }) =>
      path.startsWith('/api/files/{id}/') || path === '/api/files/{id}'
        ? method === 'GET' && routeGates[`${method} ${path}`] === 'gates'
        : false,
    );
    let id: string;
    let fileIds: string[];
    let token: string;
    beforeAll(async () => {
      const made = await make();
      ({ id, fileIds } = made);
      token = await open(made.link.slug);
      const off = await owner.json('PUT', `/api/links/${id}`, { isActive: false });
      expect(await off.json()).toMatchObject({ id, isFirst: true, isActive: false });
    });
    const call = (client: ApiClient, method: string, path: string, headers: Record<string, string> = {}) =>
      callRoute(client, id, method, path, headers);

    it.each(gated.map(({ method, path }) => [method, path] as const))(
      'hides %s %s from strangers, and not from the owner or the token of a link',
      async (method, path) => {
        expect((await call(visitor, method, path)).status).toBe(404);
        expect([200, 202]).toContain((await call(owner, method, path)).status);
        const opened = await call(visitor, method, path, { 'x-verification-token': token });
        expect([200, 202]).toContain(opened.status);
      },
    );

    it.each(ofFile.map(({ path }) => [path] as const))(
      'closes the way through the bundle to GET %s',
      async (path) => {
        const through = `${path.replace('{id}', fileIds[1] ?? '')}?bundle=${id}`;
        const bundled = ['', '/download', '/preview', '/thumbnail'].map((each) => `/api/files/{id}${each}`);
        const expected = bundled.includes(path) ? [404] : [200, 404, 409];
        expect(expected).toContain((await visitor.get(through)).status);
      },
    );

    it('answers 404 to the page of the bundle for strangers, and not for the owner', async () => {
      expect((await visitor.get(`/b/${id}`)).status).toBe(404);
      expect((await owner.get(`/b/${id}`)).status).toBe(200);
    });

    it.each(pagesOfBundles)('reveals nothing of the bundle in the page %s', async (page) => {
      expect(await (await visitor.get(page.replace('{id}', id))).text()).not.toContain('Secret');
    });
  });
});
