import { randomUUID } from 'node:crypto';
import {
  bundleChanged,
  bundleCreated,
  bundleDeleted,
  bundleExpired,
  claimFiles,
  deleteBundle,
  deleteFile,
  getBundleMetadata,
  getFile,
  listBundles,
  openFile,
  recordBundleVisit,
  userDeleted,
  verifyBundlePassword,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { BundleTestKit, pathsOf } from '../testing/bundle-test-kit.js';
import { browser, FilesTestApp, HOUR_MS, stranger } from '../testing/files-test-app.js';
import { BundleExpirySweep } from './bundle-expiry.sweep.js';

describe('Bundles', () => {
  let files: FilesTestApp;
  let kit: BundleTestKit;

  beforeAll(async () => {
    files = await FilesTestApp.start();
    kit = new BundleTestKit(files);
  });
  afterAll(() => files.close());

  it('bundles are created from files of the caller, in their order, and keep their links', async () => {
    const caller = await files.account('pro');
    const fileIds = await kit.upload(caller, ['b.txt', 'a.txt']);
    const bundle = await kit.create(caller, fileIds, ' Offer ');

    expect(bundle).toMatchObject({ name: 'Offer', size: 10, isOwner: true, viewCount: 0 });
    expect(bundle.files.map(({ id }) => id)).toEqual(fileIds);
    expect(pathsOf(bundle)).toEqual(['b.txt', 'a.txt']);
    const { isFirstLinkActive, ...shown } = bundle;
    expect(isFirstLinkActive).toBe(true);
    expect(await kit.get(bundle.id)).toEqual({ ...shown, isOwner: false });
    await files.request(getFile, { fileId: fileIds[0] ?? '', caller: stranger, token: null });
    expect(files.published(bundleCreated).at(-1)?.data).toMatchObject({ bundleId: bundle.id, fileCount: 2 });
  });

  it('bundles refuse a file of another owner, an unknown one, and one that is in another bundle', async () => {
    const caller = await files.account('pro');
    const [own = ''] = await kit.upload(caller, ['own.txt']);
    const [other = ''] = await kit.upload(await files.account('free'), ['other.txt']);
    await kit.create(caller, [own]);

    await expect(kit.create(caller, [other])).rejects.toMatchObject({ code: 'files.forbidden' });
    await expect(kit.create(caller, [randomUUID()])).rejects.toMatchObject({ code: 'files.not-found' });
    await expect(kit.create(caller, [own])).rejects.toMatchObject({
      code: 'bundles.file-taken',
      status: 409,
      message: '“own.txt” is in another bundle. Please remove it there first.',
    });
    await expect(kit.create(stranger, [])).rejects.toMatchObject({ code: 'files.login-required' });
  });

  it('bundles expire by the plan as a file does: after an hour on free', async () => {
    const caller = browser();
    const [fileId = ''] = await kit.upload(caller, ['a.txt']);
    const { id, createdAt, deleteAt } = await kit.create(caller, [fileId]);

    expect(Date.parse(deleteAt ?? '') - Date.parse(createdAt)).toBe(HOUR_MS);
    await expect(kit.change(id, caller, { deleteAt: null })).rejects.toMatchObject({ status: 403 });
    await expect(kit.change(id, caller, { password: 'x' })).rejects.toMatchObject({ status: 403 });
  });

  it('bundles live as long as the last file that was uploaded into them, unless their owner chose an expiry', async () => {
    const caller = await files.account('pro');
    const [untouched, chosen, older] = [
      await kit.create(caller),
      await kit.create(caller),
      await kit.create(caller),
    ];
    const soon = new Date(files.clock.now().getTime() + 3 * HOUR_MS).toISOString();
    await kit.change(chosen.id, caller, { deleteAt: soon });
    await files.rows('UPDATE bundles SET default_delete_at = NULL WHERE id = $1', [older.id]);
    files.clock.advance(2 * HOUR_MS);
    const lasting = new Date(files.clock.now().getTime() + 12 * HOUR_MS).toISOString();
    for (const { id } of [untouched, chosen, older]) await kit.uploadInto(id, caller);

    expect((await kit.get(untouched.id)).deleteAt).toBe(lasting);
    expect(files.published(bundleChanged)).toContainEqual(
      expect.objectContaining({
        data: expect.objectContaining({ bundleId: untouched.id, deleteAt: lasting }) as unknown,
      }),
    );
    expect((await kit.get(chosen.id)).deleteAt).toBe(soon);
    expect((await kit.get(older.id)).deleteAt).toBe(older.deleteAt);
    files.clock.advance(11 * HOUR_MS);
    await kit.uploadInto(untouched.id, caller);
    files.clock.advance(11 * HOUR_MS);
    expect((await kit.get(untouched.id)).files).toHaveLength(1);
  });

  it('bundles that expired during an upload leave its file to another bundle', async () => {
    const caller = browser();
    const { id } = await kit.create(caller);
    const upload = await kit.beginUploadInto(id, caller);
    files.clock.advance(HOUR_MS);
    await files.get(BundleExpirySweep).sweep();
    await expect(kit.beginUploadInto(id, caller)).rejects.toMatchObject({ code: 'bundles.expired' });
    const fileId = await upload.finish();

    expect((await kit.create(caller, [fileId])).files).toHaveLength(1);
  });

  it('bundles replace their files, in the new order and with cleaned paths, and keep files that leave', async () => {
    const caller = await files.account('pro');
    const [a = '', b = '', c = ''] = await kit.upload(caller, ['a.txt', 'b.txt', 'c.txt']);
    const { id } = await kit.create(caller, [a, b]);
    const changed = await kit.change(id, caller, {
      files: [{ id: c, path: '../../C:\\x/c.txt' }, { id: a }],
    });

    expect(changed.files.map(({ id }) => id)).toEqual([c, a]);
    expect(pathsOf(changed)).toEqual(['x/c.txt', 'a.txt']);
    expect((await kit.create(caller, [b])).files).toHaveLength(1);
    expect(files.published(bundleChanged).at(-1)?.data).toMatchObject({ bundleId: id, fileCount: 2 });
    await expect(kit.change(id, stranger, { name: 'x' })).rejects.toMatchObject({
      code: 'files.login-required',
    });
  });

  it('bundles are listed for their owner, newest first, page by page', async () => {
    const caller = await files.account('pro');
    const created: string[] = [];
    for (let index = 0; index < 53; index += 1) created.push((await kit.create(caller)).id);
    const first = await files.request(listBundles, { caller, cursor: null });
    const second = await files.request(listBundles, { caller, cursor: first.nextCursor });

    expect([first.bundles.length, second.bundles.length, second.nextCursor]).toEqual([50, 3, null]);
    expect(new Set([...first.bundles, ...second.bundles].map(({ id }) => id))).toEqual(new Set(created));
    await expect(files.request(listBundles, { caller, cursor: 'x' })).rejects.toMatchObject({ status: 400 });
  });

  it('bundles need their password, and their token opens every file in them, also one with a password of its own', async () => {
    const { caller, fileIds, id, token } = await kit.protectedBundle();
    await files.rows("UPDATE files SET password_hash = 'x' WHERE id = $1", [fileIds[0]]);
    const open = (given: string | null, bundleId: string | null) =>
      files.request(openFile, {
        fileId: fileIds[0] ?? '',
        caller: stranger,
        token: given,
        bundleId,
        variant: 'original',
      });

    await expect(kit.get(id)).rejects.toMatchObject({ code: 'files.password-required', status: 401 });
    expect((await kit.get(id, stranger, token)).files).toHaveLength(2);
    await expect(open(null, id)).rejects.toMatchObject({ code: 'files.password-required' });
    expect(await open(token, id)).toMatchObject({ bundleId: id });
    expect(await open(token, null)).toMatchObject({ bundleId: id });
    expect(await files.request(getBundleMetadata, { bundleId: id })).toMatchObject({
      name: null,
      fileCount: null,
    });
    await kit.change(id, caller, { password: 'another' });
    await expect(open(token, id)).rejects.toMatchObject({ code: 'files.password-required' });
    await expect(open(token, null)).rejects.toMatchObject({ code: 'files.password-required' });
  });

  it('the metadata of a protected bundle is given without reading its files', async () => {
    const { caller, id } = await kit.protectedBundle();
    const read = jest.spyOn(files.get(DataSource).manager, 'findBy');
    const metadata = () => files.request(getBundleMetadata, { bundleId: id });
    await expect(metadata()).resolves.toMatchObject({ isPasswordProtected: true });
    expect(read).not.toHaveBeenCalled();
    await kit.change(id, caller, { password: '' });
    await expect(metadata()).resolves.toMatchObject({ isPasswordProtected: false, fileCount: 2 });
    expect(read).toHaveBeenCalled();
    read.mockRestore();
  });

  it('bundles refuse a wrong password with 401', async () => {
    const { id } = await kit.protectedBundle();
    const wrong = { bundleId: id, password: 'wrong', address: stranger.address };

    await expect(files.request(verifyBundlePassword, wrong)).rejects.toMatchObject({
      code: 'files.incorrect-password',
    });
  });

  it('bundles open a protected file without its password where the bundle has none', async () => {
    const caller = await files.account('pro');
    const [inside = '', outside = ''] = await kit.upload(caller, ['a.txt', 'b.txt']);
    const { id } = await kit.create(caller, [inside]);
    await files.rows("UPDATE files SET password_hash = 'x' WHERE id IN ($1, $2)", [inside, outside]);
    const open = (fileId: string, bundleId: string | null) =>
      files.request(getFile, { fileId, caller: stranger, token: null, bundleId });

    expect((await open(inside, id)).id).toBe(inside);
    await expect(open(inside, null)).rejects.toMatchObject({ code: 'files.password-required' });
    await expect(open(outside, id)).rejects.toMatchObject({ code: 'files.password-required' });
  });

  it('bundles answer 410 from their expiry on, before and after the sweep, while their files live on', async () => {
    const caller = await files.account('pro');
    const [fileId = ''] = await kit.upload(caller, ['a.txt']);
    const { id } = await kit.create(caller, [fileId]);
    await files.rows('UPDATE bundles SET delete_at = $2 WHERE id = $1', [id, files.clock.now()]);
    const through = { fileId, caller: stranger, token: null, bundleId: id };
    const gone = { code: 'bundles.expired', status: 410 };

    await expect(kit.get(id)).rejects.toMatchObject(gone);
    await expect(files.request(getFile, through)).rejects.toMatchObject(gone);
    expect((await kit.create(caller, [fileId])).files).toHaveLength(1);
    await files.get(BundleExpirySweep).sweep();
    await expect(kit.get(id)).rejects.toMatchObject(gone);
    await expect(files.request(getFile, through)).rejects.toMatchObject(gone);
    await files.request(getFile, { ...through, bundleId: null });
    expect(files.published(bundleExpired)).toContainEqual(
      expect.objectContaining({ data: { bundleId: id, wasAnonymous: false } }),
    );
  });

  it('bundles are deleted with their files, or without', async () => {
    const caller = await files.account('pro');
    const [a = '', b = ''] = await kit.upload(caller, ['a.txt', 'b.txt']);
    const [first, second] = [await kit.create(caller, [a]), await kit.create(caller, [b])];
    await expect(
      files.request(deleteBundle, { bundleId: first.id, caller: stranger, keepFiles: false }),
    ).rejects.toMatchObject({ status: 401 });
    await files.request(deleteBundle, { bundleId: first.id, caller, keepFiles: false });
    await files.request(deleteBundle, { bundleId: second.id, caller, keepFiles: true });

    await expect(kit.get(first.id)).rejects.toMatchObject({ code: 'bundles.not-found' });
    await expect(files.request(getFile, { fileId: a, caller, token: null })).rejects.toMatchObject({
      code: 'files.not-found',
    });
    expect((await files.request(getFile, { fileId: b, caller, token: null })).id).toBe(b);
    expect(files.published(bundleDeleted).map(({ data }) => data)).toContainEqual({ bundleId: first.id });
  });

  it('bundles lose a file that is deleted', async () => {
    const caller = await files.account('pro');
    const [a = '', b = ''] = await kit.upload(caller, ['a.txt', 'b.txt']);
    const { id } = await kit.create(caller, [a, b]);
    await files.request(deleteFile, { fileId: a, caller });

    expect(pathsOf(await kit.get(id))).toEqual(['b.txt']);
  });

  it('bundles move to the account that logs in from their browser, and are deleted with the account', async () => {
    const anonymous = browser();
    const [fileId = ''] = await kit.upload(anonymous, ['a.txt']);
    const { id } = await kit.create(anonymous, [fileId]);
    await files.request(recordBundleVisit, {
      bundleId: id,
      isDownload: false,
      key: null,
      address: '192.0.2.1',
      userAgent: 'Browser/1',
      referer: '',
      via: null,
    });
    const caller = await files.account('free');
    const userId = caller.userId ?? '';
    await files.request(claimFiles, { browserId: anonymous.browserId ?? '', userId });
    expect(files.published(bundleChanged).at(-1)?.data).toMatchObject({
      bundleId: id,
      userId,
      isOpened: true,
    });

    expect((await kit.get(id, caller)).isOwner).toBe(true);
    expect((await kit.get(id, anonymous)).isOwner).toBe(false);
    await files.publish(userDeleted, userId, { userId });
    await expect(kit.get(id, caller)).rejects.toMatchObject({ code: 'bundles.not-found' });
  });
});
