import {
  type Caller,
  changeBundle,
  changeFileSettings,
  checkProtection,
  deleteBundle,
  deleteFile,
  getBundle,
  getBundleMetadata,
  getFile,
  getFileMetadata,
  getOwnedBundle,
  getOwnedFile,
  openFile,
} from '@waybill/contracts';
import { BundleExpirySweep } from '../bundles/bundle-expiry.sweep.js';
import { FileRequestTestKit } from '../testing/file-request-test-kit.js';
import { FilesTestApp, HOUR_MS, stranger } from '../testing/files-test-app.js';
import { LinkTestKit } from '../testing/link-test-kit.js';
import { ExpirySweep } from './expiry.sweep.js';

const refused = (code: string) => expect.objectContaining({ code });

let files: FilesTestApp;
let owner: Caller;
let other: Caller;
let kit: LinkTestKit;
beforeAll(async () => {
  files = await FilesTestApp.start();
});
afterAll(() => files.close());
beforeEach(async () => {
  owner = await files.account('pro');
  other = await files.account('pro');
  kit = new LinkTestKit(files, owner);
});

async function expire(): Promise<void> {
  await files.get(ExpirySweep).sweep();
  await files.get(BundleExpirySweep).sweep();
}

/** Expects the same refusal of every call of strangers. */
async function expectHidden(fileId: string, strangers = [stranger, other]): Promise<void> {
  const hidden = refused('files.not-found');
  for (const caller of strangers) {
    const request = { fileId, caller, token: null };
    await expect(files.request(getFile, request)).rejects.toEqual(hidden);
    await expect(files.request(getFileMetadata, request)).rejects.toEqual(hidden);
    await expect(files.request(checkProtection, request)).rejects.toEqual(hidden);
    await expect(files.request(openFile, { ...request, variant: 'original' })).rejects.toEqual(hidden);
    await expect(files.request(getOwnedFile, request)).rejects.toEqual(hidden);
    await expect(files.request(changeFileSettings, { ...request, settings: {} })).rejects.toEqual(hidden);
    await expect(files.request(deleteFile, request)).rejects.toEqual(hidden);
  }
}

async function expectHiddenBundle(bundleId: string): Promise<void> {
  const hidden = refused('bundles.not-found');
  for (const caller of [stranger, other]) {
    const request = { bundleId, caller, token: null };
    await expect(files.request(getBundle, request)).rejects.toEqual(hidden);
    await expect(files.request(getBundleMetadata, request)).rejects.toEqual(hidden);
    await expect(kit.openArchive(bundleId, null, false, caller)).rejects.toEqual(hidden);
    await expect(files.request(getOwnedBundle, request)).rejects.toEqual(hidden);
    await expect(files.request(changeBundle, { ...request, settings: {} })).rejects.toEqual(hidden);
    await expect(files.request(deleteBundle, { ...request, keepFiles: true })).rejects.toEqual(hidden);
  }
}

describe('the expiry of files and bundles whose first link is off', () => {
  it('does not reveal to strangers that a file with its first link off existed', async () => {
    const { fileId, link } = await kit.linked();
    const { token } = await kit.open(link.slug);
    await kit.change(fileId, { isActive: false });
    files.clock.advance(12 * HOUR_MS);
    await expectHidden(fileId);
    const expired = refused('files.expired');
    await expect(files.request(getFile, { fileId, caller: owner, token: null })).rejects.toEqual(expired);
    await expect(kit.fetch(fileId, token)).rejects.toEqual(expired);
    await expect(kit.show(link.slug)).rejects.toEqual(expired);
    await expire();
    await expectHidden(fileId);
    await expect(kit.show(link.slug)).rejects.toEqual(refused('links.expired'));
  });

  it('does not reveal to its sender that a received file existed', async () => {
    const requests = new FileRequestTestKit(files, owner);
    const { slug } = await requests.make();
    const fileId = await requests.send(slug, other);
    await expectHidden(fileId);
    files.clock.advance(12 * HOUR_MS);
    await expectHidden(fileId);
    await expire();
    await expectHidden(fileId);
  });

  it('does not reveal to strangers that a bundle with its first link off existed', async () => {
    const { bundleId, link } = await kit.linkedBundle();
    await kit.change(bundleId, { isActive: false });
    files.clock.advance(12 * HOUR_MS);
    await expectHiddenBundle(bundleId);
    const expired = refused('bundles.expired');
    await expect(files.request(getBundle, { bundleId, caller: owner, token: null })).rejects.toEqual(expired);
    await expect(kit.show(link.slug)).rejects.toEqual(expired);
    await expire();
    await expectHiddenBundle(bundleId);
    await expect(kit.show(link.slug)).rejects.toEqual(refused('links.expired'));
  });
});
