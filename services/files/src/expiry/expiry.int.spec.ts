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
const told = (fileId: string) =>
  files.published(fileExpired).filter(({ data }) => (data as { fileId: string }).fileId === fileId);

describe('an expired file', () => {
  it('is gone from the disk, and of its row only the id is left', async () => {
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
    expect(told(id)).toMatchObject([{ data: { fileId: id, wasAnonymous: true } }]);
  });

  it('answers "expired" before, during and after the job, for ever', async () => {
    const { id: fileId } = await files.file(browser());
    files.clock.advance(HOUR_MS);
    await expect(files.request(checkProtection, { fileId })).rejects.toEqual(expired);
    await sweep();
    await expect(files.request(checkProtection, { fileId })).rejects.toEqual(expired);
    files.clock.advance(10_000 * HOUR_MS);
    await sweep();
    await expect(files.request(getFile, { fileId, caller: stranger, token: null })).rejects.toEqual(expired);
  });

  it('is told once, however many sweeps run at once', async () => {
    const caller = browser();
    const { files: uploaded } = await files.upload(caller, [{}, {}, {}]);
    files.clock.advance(HOUR_MS);
    await Promise.all([sweep(), sweep(), sweep()]);
    for (const { id } of uploaded) expect(told(id)).toHaveLength(1);
  });

  it('is none that its owner gave more time', async () => {
    const caller = await files.account('pro');
    const { id: fileId } = await files.file(caller);
    await files.request(changeFileSettings, { fileId, caller, settings: { deleteAt: null } });
    files.clock.advance(10_000 * HOUR_MS);
    await sweep();
    await expect(files.request(checkProtection, { fileId })).resolves.toEqual({ isPasswordProtected: false });
  });
});

describe('the worker', () => {
  it('expires a file at its time by its job, and its bytes go without anyone asking', async () => {
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

  it('finds after a restart what came due while nobody worked', async () => {
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
