import { randomUUID } from 'node:crypto';
import { fileContentMissing, getFile, listFiles, openFile, reportMissingContent } from '@waybill/contracts';
import { FilesTestApp } from '../testing/files-test-app.js';
import { RestoredContentSweep } from './restored-content.sweep.js';

describe('reportMissingContent request', () => {
  let files: FilesTestApp;
  beforeAll(async () => void (files = await FilesTestApp.start()));
  afterAll(() => files.close());

  async function fileOf(caller: Awaited<ReturnType<FilesTestApp['account']>>) {
    const { id } = await files.upload(caller);
    const opened = await files.request(openFile, { fileId: id, caller, token: null, variant: 'original' });
    return { fileId: id, objectKey: opened.objectKey };
  }

  it('shows the owner alone that the bytes are lost, and publishes it once', async () => {
    const [caller, stranger] = [await files.account('free'), await files.account('free')];
    const lost = await fileOf(caller);
    const since = files.clock.now().toISOString();
    for (let call = 1; call <= 2; call++) {
      await expect(files.request(reportMissingContent, lost)).resolves.toEqual({ isLost: true });
      files.clock.advance(60_000);
    }
    const { files: listed } = await files.request(listFiles, { caller });
    expect(listed).toEqual([expect.objectContaining({ id: lost.fileId, contentMissingSince: since })]);
    const shown = await files.request(getFile, { fileId: lost.fileId, caller: stranger, token: null });
    expect(shown).not.toHaveProperty('contentMissingSince');
    expect(files.published(fileContentMissing).map(({ data }) => data)).toEqual([
      expect.objectContaining({ fileId: lost.fileId, userId: caller.userId }),
    ]);
  });

  it('answers that a deleted file and a replaced object are not lost', async () => {
    const lost = await fileOf(await files.account('free'));
    for (const other of [
      { ...lost, fileId: randomUUID() },
      { ...lost, objectKey: 'other' },
    ])
      await expect(files.request(reportMissingContent, other)).resolves.toEqual({ isLost: false });
  });

  it('unmarks a file once its object exists again', async () => {
    const caller = await files.account('free');
    const lost = await fileOf(caller);
    await files.request(reportMissingContent, lost);
    await files.get(RestoredContentSweep).sweep();
    const { files: listed } = await files.request(listFiles, { caller });
    expect(listed[0]).not.toHaveProperty('contentMissingSince');
  });

  it('unmarks a file behind many files that were lost later and stay lost', async () => {
    const restored = await fileOf(await files.account('free'));
    await files.request(reportMissingContent, restored);
    // Copies of the row, whose objects do not exist. Several are marked at the same time.
    await files.rows(
      `INSERT INTO files SELECT (jsonb_populate_record(files, jsonb_build_object(
         'id', gen_random_uuid(), 'object_key', 'gone/' || number,
         'content_missing_at', content_missing_at + (1 + number / 3) * interval '1 ms'))).*
       FROM files, generate_series(1, 250) AS number WHERE id = $1`,
      [restored.fileId],
    );
    for (let sweep = 0; sweep < 3; sweep++) await files.get(RestoredContentSweep).sweep();
    await expect(
      files.rows('SELECT id FROM files WHERE content_missing_at IS NOT NULL AND id = $1', [restored.fileId]),
    ).resolves.toEqual([]);
  });
});
