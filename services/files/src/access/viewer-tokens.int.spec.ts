import {
  type BundleSettings,
  type Caller,
  changeBundle,
  changeFileSettings,
  changeLink,
  createBundle,
  deleteBundle,
  issueViewerToken,
  openFile,
  revokeLink,
  verifyBundlePassword,
  verifyFilePassword,
  MINUTE_MS,
} from '@waybill/contracts';
import { FileRequestTestKit } from '../testing/file-request-test-kit.js';
import { browser, FilesTestApp, stranger } from '../testing/files-test-app.js';
import { LinkTestKit } from '../testing/link-test-kit.js';

const refused = (code: string) => expect.objectContaining({ code });

let files: FilesTestApp;
let owner: Caller;
beforeAll(async () => {
  files = await FilesTestApp.start();
});
afterAll(() => files.close());
beforeEach(async () => {
  owner = await files.account('pro');
});

const issue = async (fileId: string, caller: Caller, bundleId: string | null = null) =>
  (await files.request(issueViewerToken, { fileId, caller, bundleId, token: null })).token;
/** A token of the file, its bundle or its link exchanged for one for the external viewer. */
const issueThrough = async (token: string, fileId: string, bundleId: string | null = null) =>
  (await files.request(issueViewerToken, { fileId, caller: stranger, token, bundleId })).token;
/** Opens the file like the external viewer, which has the token alone. */
const open = (fileId: string, token: string) =>
  files.request(openFile, { fileId, caller: stranger, token, variant: 'original' });
const switchFirstLink = (fileId: string, isActive: boolean) =>
  files.request(changeLink, { linkId: fileId, caller: owner, settings: { isActive } });
const changeBundleSettings = (bundleId: string, settings: BundleSettings) =>
  files.request(changeBundle, { bundleId, caller: owner, settings });

const { address } = stranger;
const protect = (fileId: string) =>
  files.request(changeFileSettings, { fileId, caller: owner, settings: { password: 'own' } });
const unlock = async (fileId: string) =>
  (await files.request(verifyFilePassword, { fileId, password: 'own', address })).token;
const unlockBundle = async (bundleId: string) =>
  (await files.request(verifyBundlePassword, { bundleId, password: 'sesame', address })).token;

/** A bundle of a file with a password of its own and a received file, which it opens by its own password, if any. */
async function bundleOf(password: string | null) {
  const [{ id: ofOwn }, received] = [await files.file(owner), await receivedFile()];
  await protect(ofOwn);
  const fileIds = [ofOwn, received];
  const { id: bundleId } = await files.request(createBundle, { caller: owner, form: { fileIds } });
  if (password !== null) await changeBundleSettings(bundleId, { password });
  return { bundleId, fileIds };
}

async function receivedFile(): Promise<string> {
  const kit = new FileRequestTestKit(files, owner);
  return kit.send((await kit.make()).slug, browser());
}

describe('a token for the external viewer', () => {
  it('a token for the external viewer opens a received file for its owner and through a bundle, for five minutes', async () => {
    const [fileId, other] = [await receivedFile(), await receivedFile()];
    const { id: bundleId } = await files.request(createBundle, {
      caller: owner,
      form: { fileIds: [fileId] },
    });
    await expect(issue(fileId, stranger)).rejects.toEqual(refused('files.not-found'));
    for (const [caller, bundle] of [[owner, null] as const, [stranger, bundleId] as const]) {
      const token = await issue(fileId, caller, bundle);
      await expect(open(fileId, token)).resolves.toMatchObject({ isOwner: false });
      await expect(open(other, token)).rejects.toEqual(refused('files.not-found'));
      files.clock.advance(5 * MINUTE_MS);
      await expect(open(fileId, token)).rejects.toEqual(refused('files.not-found'));
    }
  });

  it('a token for the external viewer opens a file whose first link is off, also one with a password', async () => {
    const { id: fileId } = await files.file(owner);
    await switchFirstLink(fileId, false);
    await expect(open(fileId, await issue(fileId, owner))).resolves.toMatchObject({ isOwner: false });
    await files.request(changeFileSettings, { fileId, caller: owner, settings: { password: 'sesame' } });
    const token = await issue(fileId, owner);
    await expect(open(fileId, token)).resolves.toMatchObject({ isOwner: false });
    await files.request(changeFileSettings, { fileId, caller: owner, settings: { password: 'another' } });
    await expect(open(fileId, token)).rejects.toEqual(refused('files.not-found'));
  });

  it('a token for the external viewer through a link of a bundle opens neither another file nor the ZIP', async () => {
    const kit = new LinkTestKit(files, owner);
    const { bundleId, fileIds, link } = await kit.linkedBundle({ password: 'sesame' });
    const [first = '', second = ''] = fileIds;
    const opening = (await kit.open(link.slug, { password: 'sesame' })).token;
    await changeBundleSettings(bundleId, { password: 'of the bundle' });
    for (const fileId of fileIds) await switchFirstLink(fileId, false);
    const token = await issueThrough(opening, first);
    await expect(open(first, token)).resolves.toMatchObject({ linkId: link.id, bundleId });
    await expect(open(second, token)).rejects.toEqual(refused('files.not-found'));
    await expect(kit.openArchive(bundleId, token)).rejects.toEqual(refused('files.password-required'));
    await expect(issueThrough(token, second)).rejects.toEqual(refused('files.not-found'));
    await expect(kit.show(link.slug, token)).resolves.toMatchObject({ isOpened: false });
    await expect(open(second, await issueThrough(opening, second))).resolves.toBeDefined();
    files.clock.advance(5 * MINUTE_MS);
    await expect(open(first, token)).rejects.toEqual(refused('files.not-found'));
  });

  it('a token for the external viewer ends with the link that it was issued through', async () => {
    const kit = new LinkTestKit(files, owner);
    const { fileIds, link } = await kit.linkedBundle();
    const { fileId, link: ofFile } = await kit.linked();
    const received = await receivedFile();
    const ofReceived = await kit.make(received);
    for (const [id, { id: linkId, slug }] of [
      [fileIds[0] ?? '', link],
      [fileId, ofFile],
      [received, ofReceived],
    ] as const) {
      const token = await issueThrough((await kit.open(slug)).token, id);
      await expect(open(id, token)).resolves.toMatchObject({ linkId });
      await files.request(revokeLink, { linkId, caller: owner });
      await expect(open(id, token)).rejects.toEqual(refused('links.revoked'));
    }
  });

  const ends: [string, (bundleId: string) => Promise<unknown>][] = [
    ['when its password changes', (bundleId) => changeBundleSettings(bundleId, { password: 'another' })],
    ['when its files leave it', (bundleId) => changeBundleSettings(bundleId, { files: [] })],
    [
      'when it is deleted',
      (bundleId) => files.request(deleteBundle, { bundleId, caller: owner, keepFiles: true }),
    ],
    ['when its first link is switched off', (bundleId) => switchFirstLink(bundleId, false)],
    [
      'when it expires',
      async (bundleId) => {
        const deleteAt = new Date(files.clock.now().getTime() + MINUTE_MS).toISOString();
        await changeBundleSettings(bundleId, { deleteAt });
        files.clock.advance(MINUTE_MS);
      },
    ],
  ];
  it.each(ends)('a token for the external viewer through a bundle ends %s', async (_, end) => {
    for (const password of ['sesame', null]) {
      const { bundleId, fileIds } = await bundleOf(password);
      const tokens: [string, string][] = [];
      for (const fileId of fileIds) {
        if (password === null) tokens.push([fileId, await issue(fileId, stranger, bundleId)]);
        else tokens.push([fileId, await issueThrough(await unlockBundle(bundleId), fileId)]);
      }
      for (const [fileId, token] of tokens)
        await expect(open(fileId, token)).resolves.toMatchObject({ bundleId });
      await end(bundleId);
      const codes = ['files.password-required', 'files.not-found'];
      for (const [index, [fileId, token]] of tokens.entries())
        await expect(open(fileId, token)).rejects.toEqual(refused(codes[index] ?? ''));
    }
  });

  it('a token for the external viewer through a bundle opens neither another file nor the ZIP', async () => {
    const { bundleId, fileIds } = await bundleOf('sesame');
    const [first = '', second = ''] = fileIds;
    const token = await issueThrough(await unlockBundle(bundleId), first, bundleId);
    await expect(open(first, token)).resolves.toMatchObject({ bundleId });
    await expect(open(second, token)).rejects.toEqual(refused('files.not-found'));
    const kit = new LinkTestKit(files, owner);
    await expect(kit.openArchive(bundleId, token)).rejects.toEqual(refused('files.password-required'));
  });

  it('no token for the external viewer gets another token', async () => {
    const { id: fileId } = await files.file(owner);
    await protect(fileId);
    const ofPassword = await unlock(fileId);
    const ofViewer = await issueThrough(ofPassword, fileId);
    await expect(open(fileId, ofViewer)).resolves.toBeDefined();
    await expect(issueThrough(ofViewer, fileId)).rejects.toEqual(refused('files.password-required'));
    const again = await issueThrough(ofPassword, fileId);
    await expect(open(fileId, again)).resolves.toBeDefined();

    const kit = new LinkTestKit(files, owner);
    const { slug } = await kit.make(fileId);
    const ofLink = await issueThrough((await kit.open(slug)).token, fileId);
    await expect(open(fileId, ofLink)).resolves.toBeDefined();
    await expect(issueThrough(ofLink, fileId)).rejects.toEqual(refused('files.password-required'));

    await switchFirstLink(fileId, false);
    const ofOwner = await issue(fileId, owner);
    await expect(open(fileId, ofOwner)).resolves.toBeDefined();
    await expect(issueThrough(ofOwner, fileId)).rejects.toEqual(refused('files.not-found'));

    const { bundleId, fileIds } = await bundleOf('sesame');
    const [bundled = ''] = fileIds;
    const ofBundle = await issueThrough(await unlockBundle(bundleId), bundled);
    await expect(open(bundled, ofBundle)).resolves.toBeDefined();
    for (const named of [null, bundleId])
      await expect(issueThrough(ofBundle, bundled, named)).rejects.toEqual(
        refused('files.password-required'),
      );
  });

  it('switching the first link off ends every token that was issued while it was on', async () => {
    const { id: fileId } = await files.file(owner);
    await files.request(changeFileSettings, { fileId, caller: owner, settings: { password: 'sesame' } });
    const verified = await files.request(verifyFilePassword, { fileId, password: 'sesame', address });
    const tokens = [verified.token, await issue(fileId, owner)];
    for (const token of tokens) await expect(open(fileId, token)).resolves.toBeDefined();
    await switchFirstLink(fileId, false);
    for (const token of tokens) await expect(open(fileId, token)).rejects.toEqual(refused('files.not-found'));
  });
});
