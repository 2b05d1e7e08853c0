import { randomUUID } from 'node:crypto';
import {
  type Caller,
  createBundle,
  createFileRequest,
  createResumableUpload,
  openUpload,
  userDeleted,
} from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { FileRequestTestKit } from '../testing/file-request-test-kit.js';
import { browser, FilesTestApp } from '../testing/files-test-app.js';
import { UploadOpeningService } from '../upload/upload-opening.service.js';
import { uploadLeaseUntil } from '../upload/upload.policy.js';

/** The gateway checks the session of a call first, so that a call can arrive after its account was deleted. */
describe('Calls of a deleted account', () => {
  let files: FilesTestApp;
  beforeAll(async () => {
    files = await FilesTestApp.start();
  });
  afterAll(() => files.close());

  const resumable = { token: null, originalName: 'a.txt', metadata: '', length: 5, writes: false };
  const remove = (userId: string) => files.publish(userDeleted, userId, { userId });
  const deleted = async () => {
    const caller = await files.account('pro');
    await remove(caller.userId ?? '');
    return caller;
  };
  const rowsOf = async ({ userId }: Caller) => {
    const counts = await files.rows(
      `SELECT (SELECT count(*) FROM uploads WHERE user_id = $1)
            + (SELECT count(*) FROM bundles WHERE user_id = $1)
            + (SELECT count(*) FROM file_requests WHERE user_id = $1)
            + (SELECT count(*) FROM resumable_uploads WHERE sender_user_id = $1) AS count`,
      [userId],
    );
    return Number((counts[0] as { count: string }).count);
  };

  it.each<[string, (caller: Caller) => Promise<unknown>]>([
    ['file request', (caller) => files.request(createFileRequest, { caller, form: { title: 'Invoices' } })],
    ['bundle', (caller) => files.request(createBundle, { caller, form: { name: 'Plans' } })],
    ['upload', (caller) => files.request(openUpload, { caller, originalName: 'a.txt' })],
    [
      'resumable upload',
      (caller) => files.request(createResumableUpload, { ...resumable, caller, target: null }),
    ],
    [
      'upload to the file request of another account',
      async (caller) => {
        const kit = new FileRequestTestKit(files, await files.account('pro'));
        await kit.begin((await kit.make()).slug, caller);
      },
    ],
  ])('a deleted account creates no %s by a call that was in progress', async (_, call) => {
    const caller = await deleted();
    await expect(call(caller)).rejects.toMatchObject({ code: 'auth.required' });
    expect(await rowsOf(caller)).toBe(0);
  });

  it('an upload of a deleted account is refused alone among concurrent ones', async () => {
    const callers = [await files.account('pro'), await deleted(), browser()];
    const results = await Promise.allSettled(
      callers.map((caller) => files.request(openUpload, { caller, originalName: 'a.txt' })),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('the deletion of an account waits for an upload that is being opened, and deletes it', async () => {
    const caller = await files.account('pro');
    let deletion: Promise<unknown> = Promise.resolve();
    await files.get(DataSource).transaction(async (manager) => {
      await files.get(UploadOpeningService).openWithin(manager, {
        id: randomUUID(),
        caller,
        owner: { userId: caller.userId, browserId: null },
        file: null,
        length: null,
        target: null,
        requestId: null,
        maxFileSize: null,
        resumable: null,
        leaseUntil: uploadLeaseUntil(files.clock.now()),
      });
      deletion = remove(caller.userId ?? '');
      await eventually(async () =>
        expect(
          await files.rows(
            `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
          ),
        ).not.toEqual([]),
      );
    });
    await deletion;
    expect(await rowsOf(caller)).toBe(0);
  });

  it('a reservation during the deletion of its account does not deadlock with it', async () => {
    const caller = await files.account('pro');
    const { uploadId } = await files.request(openUpload, { caller });
    const deletion = remove(caller.userId ?? '');
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => files.add(uploadId)));
    await deletion;
    for (const result of results.filter(({ status }) => status === 'rejected'))
      expect(result).toMatchObject({ reason: { code: 'files.upload-not-open' } });
    expect(await rowsOf(caller)).toBe(0);
  });
});
