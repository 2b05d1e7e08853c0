import { randomUUID } from 'node:crypto';
import {
  type Caller,
  checkProtection,
  deleteFile,
  getFile,
  getFileMetadata,
  issueViewerToken,
  linkUsedUp,
  openFile,
  revokeLink,
  userDeleted,
  verifyFilePassword,
} from '@waybill/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { ExpiryService } from '../expiry/expiry.service.js';
import { Link } from '../link/link.entity.js';
import { beside } from '../testing/beside.js';
import { FilesTestApp, HOUR_MS, stranger } from '../testing/files-test-app.js';
import { LinkTestKit } from '../testing/link-test-kit.js';

const MINUTE_MS = 60_000;
const refused = (code: string) => expect.objectContaining({ code });

let files: FilesTestApp;
let owner: Caller;
let kit: LinkTestKit;
beforeAll(async () => {
  files = await FilesTestApp.start();
});
afterAll(() => files.close());
beforeEach(async () => {
  owner = await files.account('pro');
  kit = new LinkTestKit(files, owner);
});

describe('the end of a link', () => {
  it('ends its tokens at the next request when it is revoked', async () => {
    const { fileId, link } = await kit.linked();
    const { token } = await kit.open(link.slug);
    await files.request(revokeLink, { linkId: link.id, caller: owner });
    await expect(kit.fetch(fileId, token)).rejects.toEqual(refused('links.revoked'));
    await expect(kit.show(link.slug)).rejects.toEqual(refused('links.revoked'));
    await expect(kit.tryOpen(link.slug)).rejects.toEqual(refused('links.revoked'));
    await expect(files.request(revokeLink, { linkId: link.id, caller: owner })).rejects.toEqual(
      refused('links.not-found'),
    );
    expect(await kit.list(fileId)).toHaveLength(1);
  });

  it('ends its tokens while it is switched off, and when its password changes', async () => {
    const { fileId, link } = await kit.linked({ password: 'sesame' });
    const { token } = await kit.open(link.slug, { password: 'sesame' });
    await kit.change(link.id, { isActive: false });
    await expect(kit.fetch(fileId, token)).rejects.toEqual(refused('links.revoked'));
    await kit.change(link.id, { isActive: true });
    await expect(kit.fetch(fileId, token)).resolves.toMatchObject({ linkId: link.id });
    await kit.change(link.id, { password: 'other' });
    await expect(kit.fetch(fileId, token)).resolves.not.toHaveProperty('linkId');
  });

  it('comes at its expiry, and with its file', async () => {
    const { fileId, link } = await kit.linked({
      deleteAt: new Date(files.clock.now().getTime() + MINUTE_MS).toISOString(),
    });
    const { token } = await kit.open(link.slug);
    files.clock.advance(MINUTE_MS);
    await expect(kit.fetch(fileId, token)).rejects.toEqual(refused('links.expired'));
    await expect(kit.show(link.slug)).rejects.toEqual(refused('links.expired'));
    const second = await kit.make(fileId);
    files.clock.advance(13 * HOUR_MS);
    await expect(kit.show(second.slug)).rejects.toEqual(refused('files.expired'));
    await files.get(ExpiryService).expire(fileId);
    await expect(kit.show(second.slug)).rejects.toEqual(refused('links.expired'));
    const { fileId: deleted, link: third } = await kit.linked();
    await files.request(deleteFile, { fileId: deleted, caller: owner });
    await expect(kit.show(third.slug)).rejects.toEqual(refused('links.not-found'));
  });

  it.each([
    ['an opening', {}, {}],
    ['a request for a code', { verifyEmail: true }, { email: 'grace@example.org' }],
  ])('answers links.not-found to %s that meets its deletion', async (_call, settings, form) => {
    const { link } = await kit.linked(settings);
    const remove = (manager: EntityManager) => manager.delete(Link, { id: link.id });
    await beside(
      files.get(DataSource),
      remove,
      () => Promise.resolve(),
      async () => {
        await expect(kit.tryOpen(link.slug, form)).rejects.toEqual(refused('links.not-found'));
      },
    );
  });

  it('comes with the account of its owner', async () => {
    const { link } = await kit.linked();
    const userId = owner.userId!;
    await files.publish(userDeleted, userId, { userId });
    await expect(files.rows('SELECT 1 FROM links WHERE id = $1', [link.id])).resolves.toEqual([]);
  });
});

describe('download limit', () => {
  const outcomes = async (attempts: Promise<void>[]) =>
    (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled').length;

  it.each(['one token', 'twenty tokens'])(
    'a download limit of one serves one of 20 parallel requests with %s',
    async (tokens) => {
      const { fileId, link } = await kit.linked({ downloadLimit: 1 });
      const opened = await Promise.all(Array.from({ length: 20 }, () => kit.open(link.slug)));
      const used = opened.map(({ token }) => (tokens === 'one token' ? opened[0]!.token : token));
      expect(await outcomes(used.map((token) => kit.download(fileId, token)))).toBe(1);
      const [, own] = await kit.list(fileId);
      expect(own).toMatchObject({ downloads: 1, downloadLimit: 1 });
      expect(
        files.published(linkUsedUp).filter(({ data }) => (data as { linkId: string }).linkId === link.id),
      ).toHaveLength(1);
    },
  );

  it('lets the same visit resume for 30 minutes, and ends every other token', async () => {
    const { fileId, link } = await kit.linked({ downloadLimit: 1 });
    const [mine, other] = [await kit.open(link.slug), await kit.open(link.slug)];
    await expect(kit.fetch(fileId, mine.token)).resolves.not.toHaveProperty('canOnlyResume');
    await kit.download(fileId, mine.token);
    await expect(kit.fetch(fileId, mine.token)).resolves.toMatchObject({ canOnlyResume: true });
    await expect(kit.fetch(fileId, other.token)).rejects.toEqual(refused('links.used-up'));
    await expect(kit.show(link.slug)).rejects.toEqual(refused('links.used-up'));
    await expect(kit.tryOpen(link.slug)).rejects.toEqual(refused('links.used-up'));
    files.clock.advance(29 * MINUTE_MS);
    await kit.download(fileId, mine.token, true);
    await expect(kit.download(fileId, mine.token)).rejects.toEqual(refused('links.used-up'));
    files.clock.advance(MINUTE_MS);
    await expect(kit.download(fileId, mine.token, true)).rejects.toEqual(refused('links.used-up'));
  });

  it('counts parts of one download that arrive in any order once', async () => {
    const { fileId, link } = await kit.linked({ downloadLimit: 1 });
    const { token } = await kit.open(link.slug);
    await kit.download(fileId, token, true);
    await kit.download(fileId, token);
    await kit.download(fileId, token, true);
    expect((await kit.list(fileId))[1]).toMatchObject({ downloads: 1 });
  });

  it('refuses machines the bytes, and leaves previews uncounted', async () => {
    const { fileId, link } = await kit.linked({ downloadLimit: 1 });
    const { token } = await kit.open(link.slug);
    await expect(kit.fetch(fileId, token, { isMachine: true })).rejects.toEqual(
      refused('links.machine-refused'),
    );
    await kit.fetch(fileId, token, { disposition: 'inline' });
    await kit.show(link.slug);
    expect((await kit.list(fileId))[1]).toMatchObject({ downloads: 0 });
    await expect(files.request(issueViewerToken, { fileId, caller: stranger, token })).rejects.toEqual(
      refused('files.no-preview'),
    );
  });
});

describe('allowDownload: false', () => {
  it('refuses the original in every way, and serves renditions', async () => {
    const { fileId, link } = await kit.linked({ allowDownload: false });
    const { token } = await kit.open(link.slug);
    for (const disposition of ['inline', 'attachment'] as const) {
      await expect(kit.fetch(fileId, token, { disposition })).rejects.toEqual(refused('links.view-only'));
    }
    await expect(files.request(issueViewerToken, { fileId, caller: stranger, token })).rejects.toEqual(
      refused('links.view-only'),
    );
    await expect(kit.fetch(fileId, token, { variant: 'thumbnail' })).rejects.toEqual(
      refused('files.preview-pending'),
    );
    await expect(files.request(getFile, { fileId, caller: stranger, token })).resolves.toMatchObject({
      id: fileId,
    });
  });
});

describe('first link', () => {
  it('switched off, hides the file from all but the owner and the tokens of other links', async () => {
    const { fileId, link } = await kit.linked();
    const { token } = await kit.open(link.slug);
    await expect(kit.change(fileId, { isActive: false, name: 'Page' })).resolves.toMatchObject({
      id: fileId,
      isFirst: true,
      isActive: false,
      name: 'Page',
    });
    const attempts = (access: { caller: Caller; token: string | null }) => [
      files.request(getFile, { fileId, ...access }),
      files.request(getFileMetadata, { fileId, ...access }),
      files.request(checkProtection, { fileId, ...access }),
      files.request(openFile, { fileId, ...access, variant: 'original' }),
      files.request(openFile, { fileId, ...access, variant: 'original', disposition: 'inline' }),
      files.request(issueViewerToken, { fileId, ...access }),
      files.request(verifyFilePassword, { fileId, ...access, password: 'x', address: '192.0.2.1' }),
    ];
    for (const attempt of attempts({ caller: stranger, token: null })) {
      await expect(attempt).rejects.toEqual(refused('files.not-found'));
    }
    for (const variant of ['thumbnail', 'rendition'] as const) {
      await expect(kit.fetch(fileId, null, { variant })).rejects.toEqual(refused('files.not-found'));
    }
    for (const access of [
      { caller: owner, token: null },
      { caller: stranger, token },
    ]) {
      for (const attempt of attempts(access)) await expect(attempt).resolves.toBeDefined();
    }
    await kit.change(fileId, { isActive: true });
    await expect(kit.fetch(fileId, null)).resolves.toBeDefined();
  });

  it('switched off, looks like an unknown link to a change or deletion by anyone but the owner', async () => {
    const { fileId } = await kit.linked();
    await kit.change(fileId, { isActive: false });
    for (const caller of [stranger, await files.account('pro')]) {
      for (const linkId of [fileId, randomUUID()]) {
        await expect(kit.change(linkId, { isActive: true }, caller)).rejects.toEqual(
          refused('links.not-found'),
        );
        await expect(files.request(revokeLink, { linkId, caller })).rejects.toEqual(
          refused('links.not-found'),
        );
      }
    }
    await expect(kit.change(fileId, { isActive: true })).resolves.toMatchObject({ isActive: true });
  });

  it('takes everything else from the file, and cannot be deleted', async () => {
    const { fileId } = await kit.linked();
    const [first] = await kit.list(fileId);
    await expect(kit.change(fileId, { ...first!, isActive: false })).resolves.toMatchObject({
      isActive: false,
    });
    for (const settings of [
      { password: 'x' },
      { downloadLimit: 1 },
      { requireEmail: true },
      { slug: 'abc' },
    ]) {
      await expect(kit.change(fileId, settings)).rejects.toEqual(refused('links.first-link'));
    }
    await expect(files.request(revokeLink, { linkId: fileId, caller: owner })).rejects.toEqual(
      refused('links.first-link'),
    );
  });

  it('keeps a UUID as its slug, which no other link can have', async () => {
    const { fileId, link } = await kit.linked();
    const [first] = await kit.list(fileId);
    await expect(kit.change(fileId, { slug: first!.slug })).resolves.toMatchObject({ slug: fileId });
    await expect(kit.change(fileId, { slug: link.id })).rejects.toEqual(refused('links.first-link'));
    for (const slug of [fileId, link.id]) {
      await expect(kit.change(link.id, { slug })).rejects.toMatchObject({
        code: 'request.invalid',
        errors: [{ field: 'slug' }],
      });
      await expect(kit.make(fileId, { slug })).rejects.toEqual(refused('request.invalid'));
    }
  });
});
