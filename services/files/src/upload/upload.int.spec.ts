import {
  AppError,
  abortUpload,
  addFileToUpload,
  commitUpload,
  fileDeleted,
  fileUploaded,
  getFile,
  listFiles,
  openUpload,
  renewUpload,
  MEBIBYTE,
} from '@waybill/contracts';
import { browser, FilesTestApp, HOUR_MS, stranger } from '../testing/files-test-app.js';
import { ObjectDeletionService } from '../storage-cleanup/object-deletion.service.js';
import { UploadDestinationsService } from './upload-destinations.service.js';
import { UploadSweep } from './upload.sweep.js';

const refused = (code: string) => expect.objectContaining({ code });

let files: FilesTestApp;
beforeAll(async () => {
  files = await FilesTestApp.start();
});
afterAll(() => files.close());

/** All rows and objects of an upload. */
async function remains(uploadId: string): Promise<unknown> {
  await files.get(ObjectDeletionService).deleteQueued();
  return {
    uploads: await files.rows('SELECT 1 FROM uploads WHERE id = $1', [uploadId]),
    reservations: await files.rows('SELECT 1 FROM reservations WHERE upload_id = $1', [uploadId]),
    files: await files.rows('SELECT 1 FROM files WHERE upload_id = $1', [uploadId]),
    discarded: await files.rows('SELECT 1 FROM discarded_objects'),
  };
}
const nothing = { uploads: [], reservations: [], files: [], discarded: [] };

describe('uploads', () => {
  it('an upload creates all its files in one commit, in the order sent, with an event for each', async () => {
    const caller = browser();
    const uploaded = await files.upload(caller, [
      { name: '../a.txt' },
      { name: 'b.pdf', mimeType: 'application/pdf' },
    ]);
    expect(uploaded).toEqual({
      id: uploaded.files[0]?.id,
      files: [
        { id: expect.any(String), originalName: 'a.txt', size: 5, mimeType: 'text/plain' },
        { id: expect.any(String), originalName: 'b.pdf', size: 5, mimeType: 'application/pdf' },
      ],
    });
    const ids = uploaded.files.map(({ id }) => id);
    const published = files.published(fileUploaded).map(({ data }) => data as { fileId: string });
    expect(published.filter(({ fileId }) => ids.includes(fileId))).toEqual([
      expect.objectContaining({
        fileId: ids[0],
        version: 1,
        browserId: caller.browserId,
        previewKind: 'text',
      }),
      expect.objectContaining({ fileId: ids[1], version: 1, userId: null, previewKind: 'pdf' }),
    ]);
  });

  it('an upload keeps the CRC-32 of a file, also one above 2^31', async () => {
    const { uploadId } = await files.request(openUpload, { caller: browser() });
    const file = { ...(await files.add(uploadId)), crc32: 0xfffffffe };
    const { id } = await files.request(commitUpload, { uploadId, files: [file] });
    await expect(files.rows('SELECT crc32 FROM files WHERE id = $1', [id])).resolves.toEqual([
      { crc32: '4294967294' },
    ]);
  });

  it('uploads are received by the destination that their target names, within the commit', async () => {
    const received: unknown[] = [];
    files.get(UploadDestinationsService).register('bundle', {
      admit: () => Promise.resolve({}),
      receive: async (manager, { id }, target) => {
        received.push(target, await manager.query('SELECT 1 AS row FROM files WHERE id = $1', [id]));
        if (target.path === 'refused') throw new AppError('files.forbidden');
      },
    });
    const commit = async (target: object) => {
      const { uploadId } = await files.request(openUpload, { caller: browser() });
      await files.rows('UPDATE uploads SET target = $2 WHERE id = $1', [uploadId, target]);
      await files.request(commitUpload, { uploadId, files: [await files.add(uploadId)] });
    };
    await commit({ request: 'another' });
    await commit({ bundle: 'b', path: 'a/b.txt' });
    expect(received).toEqual([{ bundle: 'b', path: 'a/b.txt' }, [{ row: 1 }]]);
    const before = await files.rows('SELECT id FROM files');
    await expect(commit({ bundle: 'b', path: 'refused' })).rejects.toEqual(refused('files.forbidden'));
    await expect(files.rows('SELECT id FROM files')).resolves.toEqual(before);
  });

  it.each([
    ['free', 1],
    ['basic', 12],
    ['pro', 12],
  ] as const)('files of the plan %s expire after %d hours by default', async (plan, hours) => {
    const file = await files.file(await files.account(plan));
    expect(file.deleteAt.Time).toBe(new Date(files.clock.now().getTime() + hours * HOUR_MS).toISOString());
  });

  it('an upload is refused for a caller without identity', async () => {
    await expect(files.request(openUpload, { caller: stranger })).rejects.toEqual(
      refused('files.login-required'),
    );
  });

  it('an upload returns the same result when its commit is repeated', async () => {
    const { uploadId } = await files.request(openUpload, { caller: browser() });
    const commit = { uploadId, files: [await files.add(uploadId)] };
    const first = await files.request(commitUpload, commit);
    await expect(files.request(commitUpload, commit)).resolves.toEqual(first);
  });

  it('an upload with a file of another upload is refused as a whole', async () => {
    const [mine, other] = [browser(), browser()];
    const { uploadId } = await files.request(openUpload, { caller: mine });
    const foreign = await files.request(openUpload, { caller: other });
    const both = [await files.add(uploadId), await files.add(foreign.uploadId)];
    await expect(files.request(commitUpload, { uploadId, files: both })).rejects.toEqual(
      refused('files.upload-not-open'),
    );
    await expect(files.request(listFiles, { caller: mine })).resolves.toEqual({ files: [] });
  });

  it('an upload that contains the same file twice is refused', async () => {
    const { uploadId } = await files.request(openUpload, { caller: browser() });
    const file = await files.add(uploadId);
    await expect(files.request(commitUpload, { uploadId, files: [file, file] })).rejects.toEqual(
      refused('files.upload-not-open'),
    );
  });

  it("an upload over the plan's size limit is refused", async () => {
    const { uploadId, maxFileSize } = await files.request(openUpload, { caller: browser() });
    expect(maxFileSize).toBe(20 * MEBIBYTE);
    const file = await files.add(uploadId);
    const large = { ...file, size: maxFileSize + 1 };
    await expect(files.request(commitUpload, { uploadId, files: [large] })).rejects.toEqual(
      refused('files.too-large'),
    );
  });

  it('an upload deletes the files that its commit omits', async () => {
    const { uploadId } = await files.request(openUpload, { caller: browser() });
    const kept = await files.add(uploadId);
    const left = await files.add(uploadId);
    const before = await files.objectKeys();
    await files.request(commitUpload, { uploadId, files: [kept] });
    await files.get(ObjectDeletionService).deleteQueued();
    expect(before.length - (await files.objectKeys()).length).toBe(1);
    await expect(
      files.request(getFile, { fileId: left.fileId, caller: stranger, token: null }),
    ).rejects.toEqual(refused('files.not-found'));
  });
});

describe('failed uploads', () => {
  it('an upload leaves nothing behind when it is aborted, and can be aborted again', async () => {
    const before = await files.objectKeys();
    const { uploadId } = await files.request(openUpload, { caller: browser() });
    await files.add(uploadId);
    await files.request(abortUpload, { uploadId });
    await files.request(abortUpload, { uploadId });
    await expect(remains(uploadId)).resolves.toEqual(nothing);
    expect(await files.objectKeys()).toEqual(before);
  });

  it('an upload leaves nothing behind when it is aborted after a commit whose reply was lost', async () => {
    const { uploadId } = await files.request(openUpload, { caller: browser() });
    const file = await files.add(uploadId);
    await files.request(commitUpload, { uploadId, files: [file] });
    await files.request(abortUpload, { uploadId });
    await expect(remains(uploadId)).resolves.toEqual(nothing);
    expect(files.published(fileDeleted)).toContainEqual(
      expect.objectContaining({ data: { fileId: file.fileId } }),
    );
  });

  it('failed uploads are deleted two minutes after their last call, also by concurrent sweeps', async () => {
    const { uploadId } = await files.request(openUpload, { caller: browser() });
    const file = await files.add(uploadId);
    files.clock.advance(90_000);
    await files.request(renewUpload, { uploadId });
    files.clock.advance(90_000);
    const sweep = files.get(UploadSweep);
    await sweep.sweep();
    await files.request(renewUpload, { uploadId });

    files.clock.advance(120_000);
    const late = refused('files.upload-not-open');
    await expect(files.request(renewUpload, { uploadId })).rejects.toEqual(late);
    await expect(files.request(commitUpload, { uploadId, files: [file] })).rejects.toEqual(late);
    await expect(files.request(addFileToUpload, { uploadId, originalName: 'x' })).rejects.toEqual(late);
    await Promise.all([sweep.sweep(), sweep.sweep()]);
    await expect(remains(uploadId)).resolves.toEqual(nothing);
  });

  it('abandoned uploads do not include committed ones, which a later sweep keeps', async () => {
    const caller = browser();
    const file = await files.file(caller);
    files.clock.advance(5 * 60_000);
    await files.get(UploadSweep).sweep();
    await expect(files.request(listFiles, { caller })).resolves.toEqual({ files: [file] });
  });
});

describe('limit on the number of files', () => {
  it('concurrent uploads never exceed the limit on the number of files', async () => {
    const caller = browser();
    const attempts = await Promise.allSettled(Array.from({ length: 12 }, () => files.upload(caller)));
    const denied = attempts.filter(({ status }) => status === 'rejected');
    for (const attempt of denied) {
      expect(attempt).toMatchObject({
        reason: {
          code: 'files.limit-reached',
          message: 'You can only upload up to 3 files with your free tier',
        },
      });
    }
    const { files: kept } = await files.request(listFiles, { caller });
    expect([kept.length, denied.length]).toEqual([3, 9]);
  });

  it('neither one upload of many files nor uploads in progress exceed the limit on the number of files', async () => {
    const caller = browser();
    const open = await files.request(openUpload, { caller });
    const second = await files.request(openUpload, { caller });
    const adds = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => files.add(n % 2 === 0 ? open.uploadId : second.uploadId)),
    );
    expect(adds.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(files.request(openUpload, { caller })).rejects.toEqual(refused('files.limit-reached'));
    await files.request(abortUpload, { uploadId: open.uploadId });
    await files.request(abortUpload, { uploadId: second.uploadId });
    await expect(files.request(openUpload, { caller })).resolves.toMatchObject({ tier: 'free' });
  });

  it('does not count expired files, even before a job has deleted them', async () => {
    const caller = browser();
    await files.upload(caller, [{}, {}, {}]);
    await expect(files.upload(caller)).rejects.toEqual(refused('files.limit-reached'));
    files.clock.advance(HOUR_MS);
    await expect(files.upload(caller)).resolves.toMatchObject({ files: [{}] });
  });

  it('the number of files is counted separately for each owner', async () => {
    await files.upload(browser(), [{}, {}, {}]);
    await expect(files.upload(browser())).resolves.toMatchObject({ files: [{}] });
  });
});

describe('promotion', () => {
  it('gives signed-in users the limits of Pro, and anonymous ones no more than before', async () => {
    const endsAt = new Date(Date.now() + HOUR_MS);
    const promoted = await FilesTestApp.start({ promotion: { endsAt, message: null } });
    try {
      const signedIn = await promoted.account('free');
      await expect(promoted.request(openUpload, { caller: signedIn })).resolves.toMatchObject({
        tier: 'pro',
      });
      await expect(promoted.request(openUpload, { caller: browser() })).resolves.toMatchObject({
        tier: 'free',
      });
      promoted.clock.advance(2 * HOUR_MS);
      await expect(promoted.request(openUpload, { caller: signedIn })).resolves.toMatchObject({
        tier: 'free',
      });
    } finally {
      await promoted.close();
    }
  });
});
