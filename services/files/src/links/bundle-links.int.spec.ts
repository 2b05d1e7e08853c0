import { randomUUID } from 'node:crypto';
import {
  type Caller,
  changeBundle,
  createBundle,
  createLink,
  deleteBundle,
  getBundle,
  getBundleMetadata,
  getFile,
  linkCodeRequested,
  linkUsedUp,
  openBundledFiles,
  openFile,
  openLink,
  revokeLink,
  verifyBundlePassword,
} from '@waybill/contracts';
import { BundleExpirySweep } from '../bundles/bundle-expiry.sweep.js';
import { FilesTestApp, HOUR_MS, stranger } from '../testing/files-test-app.js';
import { LinkTestKit } from '../testing/link-test-kit.js';

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

const show = (bundleId: string, token: string | null = null, caller = stranger) =>
  files.request(getBundle, { bundleId, caller, token });
const rendition = (fileId: string, token: string) =>
  files.request(openFile, { fileId, token, caller: stranger, variant: 'rendition' });

describe('links of a bundle', () => {
  it('links of a bundle are made and listed for its owner alone, after the first link', async () => {
    const { bundleId, link } = await kit.linkedBundle({ name: 'Grace' });
    expect(await kit.listOfBundle(bundleId)).toEqual([
      expect.objectContaining({ id: bundleId, slug: bundleId, isFirst: true, firstOf: 'bundle' }),
      link,
    ]);
    expect(link).toMatchObject({ name: 'Grace', isFirst: false, firstOf: null });
    await expect(kit.listOfBundle(bundleId, stranger)).rejects.toEqual(refused('files.login-required'));
    await expect(kit.listOfBundle(bundleId, await files.account('pro'))).rejects.toEqual(
      refused('files.forbidden'),
    );
  });

  it('shows its owner alone whether the first link of a bundle is on', async () => {
    const { bundleId, link } = await kit.linkedBundle();
    await expect(show(bundleId, null, owner)).resolves.toMatchObject({ isFirstLinkActive: true });
    await kit.change(bundleId, { isActive: false });
    await expect(show(bundleId, null, owner)).resolves.toMatchObject({ isFirstLinkActive: false });
    const { token } = await kit.open(link.slug);
    await expect(show(bundleId, token)).resolves.not.toHaveProperty('isFirstLinkActive');
  });

  it('a bundle has at most three links on free, where they have no gate', async () => {
    const free = await files.account('free');
    await expect(kit.linkedBundle({ password: 'sesame' }, free)).rejects.toEqual(
      refused('files.password-not-in-plan'),
    );
    const bundle = await files.request(createBundle, { caller: free, form: {} });
    const target = { kind: 'bundle', id: bundle.id } as const;
    const make = () => files.request(createLink, { target, caller: free, settings: {} });
    for (let made = 0; made < 3; made += 1) await make();
    await expect(make()).rejects.toEqual(refused('links.limit-reached'));
  });

  it('a link of a bundle with more files than the caller has room for is not opened, and uses nothing up', async () => {
    const { link } = await kit.linkedBundle({ verifyEmail: true });
    const email = 'ada@example.org';
    await kit.tryOpen(link.slug, { email });
    const { code } = files.published(linkCodeRequested).at(-1)?.data as { code: string };
    const openWithin = (maxFiles: number) =>
      files.request(openLink, {
        slug: link.slug,
        caller: stranger,
        form: { email, code },
        maxFiles,
        visit: { id: randomUUID(), key: null, userAgent: 'Firefox', referer: '', via: null },
      });
    const refusal = { opened: null, challenge: null, isTooLarge: true };
    await expect(openWithin(1)).resolves.toEqual(refusal);
    await expect(openWithin(2)).resolves.toMatchObject({ opened: { target: { kind: 'bundle' } } });
  });

  it('links of a bundle open the bundle, its archive and every file in it, also one with a password of its own', async () => {
    const { bundleId, fileIds, link } = await kit.linkedBundle({ password: 'sesame' });
    await files.request(changeBundle, { bundleId, caller: owner, settings: { password: 'of the bundle' } });
    await expect(kit.show(link.slug)).resolves.toMatchObject({ needs: { password: true }, target: null });
    const { token, target } = await kit.open(link.slug, { password: 'sesame' });
    expect(target).toMatchObject({ kind: 'bundle', id: bundleId, name: 'Offer', isOwner: false });
    await expect(kit.show(link.slug, token)).resolves.toMatchObject({ target: { kind: 'bundle' } });
    expect((await show(bundleId, token)).files.map(({ id }) => id)).toEqual(fileIds);
    expect((await kit.openArchive(bundleId, token)).files).toHaveLength(2);
    for (const fileId of fileIds) {
      for (const through of [null, bundleId]) {
        const ticket = await kit.fetch(fileId, token, { bundleId: through });
        expect(ticket).toMatchObject({ linkId: link.id, bundleId });
      }
    }
  });

  it('a link of a file opens it as no part of a bundle that refuses the caller', async () => {
    const { bundleId, fileIds } = await kit.linkedBundle();
    await files.request(changeBundle, { bundleId, caller: owner, settings: { password: 'of the bundle' } });
    const [id = ''] = fileIds;
    const target = { kind: 'file', id } as const;
    const link = await files.request(createLink, { target, caller: owner, settings: {} });
    const { token } = await kit.open(link.slug);
    const ticket = await kit.fetch(id, token, { bundleId });
    expect(ticket).toMatchObject({ linkId: link.id });
    expect(ticket.bundleId).toBeUndefined();
  });

  it('links of a bundle open no file that is not in the bundle', async () => {
    const { fileIds, bundleId, link } = await kit.linkedBundle();
    const { token } = await kit.open(link.slug);
    const [kept = '', removed = ''] = fileIds;
    await files.request(changeBundle, { bundleId, caller: owner, settings: { files: [{ id: removed }] } });
    await expect(kit.fetch(kept, token)).rejects.toEqual(refused('files.password-required'));
  });

  it('links of a bundle end with their revocation, and with the bundle', async () => {
    const { bundleId, fileIds, link } = await kit.linkedBundle();
    const { token } = await kit.open(link.slug);
    await files.request(revokeLink, { linkId: link.id, caller: owner });
    const attempts = [
      () => show(bundleId, token),
      () => kit.openArchive(bundleId, token),
      () => kit.fetch(fileIds[1]!, token),
      () => kit.fetch(fileIds[1]!, token, { bundleId }),
      () => kit.show(link.slug),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toEqual(refused('links.revoked'));
    const second = await kit.linkedBundle();
    await files.request(deleteBundle, { bundleId: second.bundleId, caller: owner, keepFiles: true });
    await expect(kit.show(second.link.slug)).rejects.toEqual(refused('links.not-found'));
  });

  it('links of a bundle answer 410 from the expiry of the bundle on, before and after the sweep', async () => {
    const { bundleId, fileIds, link } = await kit.linkedBundle();
    const { token } = await kit.open(link.slug);
    const deleteAt = new Date(files.clock.now().getTime() + HOUR_MS).toISOString();
    await files.request(changeBundle, { bundleId, caller: owner, settings: { deleteAt } });
    files.clock.advance(HOUR_MS);
    await expect(kit.show(link.slug)).rejects.toEqual(refused('bundles.expired'));
    await expect(kit.fetch(fileIds[0]!, token)).rejects.toEqual(refused('files.password-required'));
    await expect(kit.fetch(fileIds[0]!, token, { bundleId })).rejects.toEqual(refused('bundles.expired'));
    await files.get(BundleExpirySweep).sweep();
    await expect(kit.show(link.slug)).rejects.toEqual(refused('links.expired'));
    await expect(files.rows('SELECT 1 FROM links WHERE id = $1', [link.id])).resolves.toEqual([]);
  });
});

describe('limits of links to a bundle', () => {
  const served = async (attempts: Promise<unknown>[]) =>
    (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled').length;

  it('a download limit of one serves one of 20 parallel downloads of the archive, whose files are no further downloads', async () => {
    const { bundleId, link } = await kit.linkedBundle({ downloadLimit: 1 });
    const tokens = await Promise.all(
      Array.from({ length: 20 }, async () => (await kit.open(link.slug)).token),
    );
    expect(await served(tokens.map((token) => kit.downloadArchive(bundleId, token)))).toBe(1);
    expect((await kit.listOfBundle(bundleId))[1]).toMatchObject({ downloads: 1 });
    expect(files.published(linkUsedUp).at(-1)?.data).toMatchObject({
      linkId: link.id,
      bundleId,
      fileId: null,
    });
    await expect(kit.show(link.slug)).rejects.toEqual(refused('links.used-up'));
  });

  it('limits of links to a bundle let the visit of a download resume, and refuse a file after it', async () => {
    const { bundleId, fileIds, link } = await kit.linkedBundle({ downloadLimit: 1 });
    const { token } = await kit.open(link.slug);
    await kit.downloadArchive(bundleId, token);
    await kit.downloadArchive(bundleId, token, true);
    await expect(kit.download(fileIds[1]!, token)).rejects.toEqual(refused('links.used-up'));
    files.clock.advance(HOUR_MS / 2);
    await expect(kit.downloadArchive(bundleId, token, true)).rejects.toEqual(refused('links.used-up'));
  });

  it('limits of links to a bundle let an archive that used them up go on to its end, however long it takes', async () => {
    const { bundleId, fileIds, link } = await kit.linkedBundle({ downloadLimit: 1 });
    const { token } = await kit.open(link.slug);
    await kit.downloadArchive(bundleId, token);
    files.clock.advance(2 * HOUR_MS);
    const rest = { bundleId, token, caller: stranger, fileIds };
    expect((await files.request(openBundledFiles, rest)).tickets).toHaveLength(2);
    await files.request(revokeLink, { linkId: link.id, caller: owner });
    await expect(files.request(openBundledFiles, rest)).rejects.toEqual(refused('links.revoked'));
  });

  it('limits of links to a bundle count each file that is downloaded alone', async () => {
    const { bundleId, fileIds, link } = await kit.linkedBundle({ downloadLimit: 3 });
    const { token } = await kit.open(link.slug);
    for (const fileId of fileIds) await kit.download(fileId, token);
    expect((await kit.listOfBundle(bundleId))[1]).toMatchObject({ downloads: 2 });
  });

  it('limits of links to a bundle refuse machines the archive and the files', async () => {
    const { bundleId, fileIds, link } = await kit.linkedBundle({ downloadLimit: 1 });
    const { token } = await kit.open(link.slug);
    await expect(kit.openArchive(bundleId, token, true)).rejects.toEqual(refused('links.machine-refused'));
    const fetched = kit.fetch(fileIds[1]!, token, { isMachine: true });
    await expect(fetched).rejects.toEqual(refused('links.machine-refused'));
  });

  it('links for viewing only refuse the archive and the originals', async () => {
    const { bundleId, fileIds, link } = await kit.linkedBundle({ allowDownload: false });
    const { token } = await kit.open(link.slug);
    await expect(kit.openArchive(bundleId, token)).rejects.toEqual(refused('links.view-only'));
    for (const disposition of ['inline', 'attachment'] as const) {
      const fetched = kit.fetch(fileIds[1]!, token, { disposition, bundleId });
      await expect(fetched).rejects.toEqual(refused('links.view-only'));
    }
    expect((await show(bundleId, token)).files).toHaveLength(2);
    await expect(rendition(fileIds[1]!, token)).resolves.toMatchObject({ isText: true });
  });
});

describe('the first link of a bundle', () => {
  it('switched off, hides the bundle from all but its owner and the tokens of its links', async () => {
    const { bundleId, fileIds, link } = await kit.linkedBundle();
    const verify = (token: string | null) =>
      files.request(verifyBundlePassword, {
        bundleId,
        token,
        caller: stranger,
        password: 'x',
        address: '::1',
      });
    const { token: own } = await verify(null);
    await kit.change(bundleId, { isActive: false });
    const attempts = [
      () => show(bundleId),
      () => show(bundleId, own),
      () => kit.openArchive(bundleId, null),
      () => kit.openArchive(bundleId, own),
      () => files.request(getBundleMetadata, { bundleId }),
      () => verify(null),
      () => kit.fetch(fileIds[1]!, null, { bundleId }),
      () => files.request(getFile, { fileId: fileIds[1]!, bundleId, caller: stranger, token: null }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toEqual(refused('bundles.not-found'));
    const { token } = await kit.open(link.slug);
    for (const fetched of [show(bundleId, token), show(bundleId, null, owner)]) {
      expect((await fetched).files).toHaveLength(2);
    }
    expect((await kit.openArchive(bundleId, token)).files).toHaveLength(2);
    await expect(kit.openArchive(bundleId, null, false, owner)).resolves.toMatchObject({ isOwner: true });
    await expect(verify(token)).resolves.toHaveProperty('token');
    await kit.change(bundleId, { isActive: true });
    await expect(show(bundleId)).resolves.toHaveProperty('name');
  });

  it('switched off for a file, leaves the file open to the links of its bundle', async () => {
    const { bundleId, fileIds, link } = await kit.linkedBundle();
    await kit.change(fileIds[1]!, { isActive: false });
    expect((await show(bundleId)).files.map(({ id }) => id)).toEqual([fileIds[0]]);
    const { token } = await kit.open(link.slug);
    expect((await show(bundleId, token)).files).toHaveLength(2);
    await expect(kit.fetch(fileIds[1]!, token)).resolves.toMatchObject({ linkId: link.id });
  });

  it('takes its settings from the bundle, and cannot be deleted', async () => {
    const { bundleId } = await kit.linkedBundle();
    await expect(kit.change(bundleId, { downloadLimit: 1 })).rejects.toEqual(refused('links.first-link'));
    await expect(files.request(revokeLink, { linkId: bundleId, caller: owner })).rejects.toEqual(
      refused('links.first-link'),
    );
    expect(await kit.change(bundleId, { name: 'Public' })).toMatchObject({
      name: 'Public',
      firstOf: 'bundle',
    });
  });
});

describe('visits of links to a bundle', () => {
  it('links of a bundle count one view for the link and the bundle, and none for a file that was not opened', async () => {
    const { bundleId, fileIds, link } = await kit.linkedBundle();
    await kit.open(link.slug);
    const [first, other] = await kit.listOfBundle(bundleId);
    expect([first?.viewCount, other?.viewCount]).toEqual([0, 1]);
    expect(await show(bundleId, null, owner)).toMatchObject({ viewCount: 1 });
    const file = await files.request(getFile, { fileId: fileIds[1]!, caller: owner, token: null });
    expect(file.viewCount).toBe(0);
  });
});
