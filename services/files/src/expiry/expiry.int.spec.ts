import { changeFileSettings, checkProtection, fileExpired, getFile } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { browser, FilesTestApp, HOUR_MS, stranger } from '../testing/files-test-app.js';
import { ObjectDeletionService } from '../storage-cleanup/object-deletion.service.js';
import { ExpirySweep } from './expiry.sweep.js';

const expired = expect.objectContaining({ code: 'files.expired', message: 'File has expired' });

let files: FilesTestApp;
beforeAll(async () => {
  files = await FilesTestApp.start();
});
afterAll(() => files.close());

const sweep = () => files.get(ExpirySweep).sweep();
const published = (fileId: string) =>
  files.published(fileExpired).filter(({ data }) => (data as { fileId: string }).fileId === fileId);

describe('expiry of a file', () => {
  it('deletes the objects and keeps only the id in the database', async () => {
    const before = await files.objectKeys();
    const { id } = await files.file(browser(), { name: 'very-private.txt' });
    await files.rows(`UPDATE files SET thumbnail = $2 WHERE id = $1`, [
      id,
      { objectKey: 'a-thumbnail', wrappedKey: '', size: 1 },
    ]);
    await files.store.put('a-thumbnail', one());
    files.clock.advance(HOUR_MS);
    await sweep();
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toEqual(before);
    await expect(files.rows('SELECT * FROM files WHERE id = $1', [id])).resolves.toEqual([]);
    await expect(files.rows('SELECT * FROM expired_files WHERE id = $1', [id])).resolves.toEqual([
      { id, expired_at: files.clock.now() },
    ]);
    expect(published(id)).toMatchObject([{ data: { fileId: id, wasAnonymous: true } }]);
  });

  it('answers files.expired before, during and after the job, permanently', async () => {
    const { id: fileId } = await files.file(browser());
    files.clock.advance(HOUR_MS);
    await expect(files.request(checkProtection, { fileId })).rejects.toEqual(expired);
    await sweep();
    await expect(files.request(checkProtection, { fileId })).rejects.toEqual(expired);
    files.clock.advance(10_000 * HOUR_MS);
    await sweep();
    await expect(files.request(getFile, { fileId, caller: stranger, token: null })).rejects.toEqual(expired);
  });

  it('publishes one event for concurrent sweeps', async () => {
    const caller = browser();
    const { files: uploaded } = await files.upload(caller, [{}, {}, {}]);
    files.clock.advance(HOUR_MS);
    await Promise.all([sweep(), sweep(), sweep()]);
    for (const { id } of uploaded) expect(published(id)).toHaveLength(1);
  });

  it('does not expire a file after its owner extended it', async () => {
    const caller = await files.account('pro');
    const { id: fileId } = await files.file(caller);
    await files.request(changeFileSettings, { fileId, caller, settings: { deleteAt: null } });
    files.clock.advance(10_000 * HOUR_MS);
    await sweep();
    await expect(files.request(checkProtection, { fileId })).resolves.toEqual({ isPasswordProtected: false });
  });
});

describe('expiry worker', () => {
  it('performs the job of a file at its expiry time and deletes its objects', async () => {
    const working = await FilesTestApp.start({ work: true });
    try {
      const caller = await working.account('pro');
      const { id: fileId } = await working.file(caller);
      const deleteAt = new Date(working.clock.now().getTime() + 300).toISOString();
      await working.request(changeFileSettings, { fileId, caller, settings: { deleteAt } });
      working.clock.advance(300);
      await eventually(async () => {
        expect(await working.objectKeys()).toEqual([]);
        expect(await working.rows('SELECT 1 FROM expired_files')).toHaveLength(1);
      });
    } finally {
      await working.close();
    }
  });

  it('gets the job of a file from the sweep, shortly before it expires', async () => {
    const working = await FilesTestApp.start({ work: true });
    try {
      await working.file(browser());
      working.clock.advance(HOUR_MS - 300);
      await working.get(ExpirySweep).sweep();
      working.clock.advance(300);
      await eventually(async () => expect(await working.objectKeys()).toEqual([]));
    } finally {
      await working.close();
    }
  });

  it('expires files after a restart that were due while no worker ran', async () => {
    const working = await FilesTestApp.start({ work: true });
    try {
      await working.file(browser());
      working.clock.advance(HOUR_MS);
      await working.restart();
      await eventually(async () => expect(await working.objectKeys()).toEqual([]));
    } finally {
      await working.close();
    }
  });
});

async function* one(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x');
}
