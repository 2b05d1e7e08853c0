import { randomUUID } from 'node:crypto';
import {
  type Caller,
  createBundle,
  fileRestored,
  fileTakenDown,
  listReports,
  reportBundle,
  reportFile,
  restoreFile,
  restoreReport,
  takeDownFile,
  takeDownReport,
} from '@waybill/contracts';
import { FilesTestApp } from '../testing/files-test-app.js';

describe('takedowns of a file for several reasons', () => {
  let files: FilesTestApp;
  let owner: Caller;
  beforeAll(async () => {
    files = await FilesTestApp.start();
    owner = await files.account('pro');
  });
  afterAll(() => files.close());

  const caller: Caller = { userId: null, browserId: null, address: '127.0.0.1' };
  const bundleOf = async (...fileIds: string[]) =>
    (await files.request(createBundle, { caller: owner, form: { name: 'Offer', fileIds } })).id;
  /** Id of the newest report that the query finds. */
  const newestReport = async (query: string) => {
    const { reports } = await files.request(listReports, { query, cursor: null });
    return reports.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]?.id ?? randomUUID();
  };
  const report = async (target: { fileId: string } | { bundleId: string }) => {
    files.clock.advance(1);
    const input = { caller, token: null, form: { reason: 'other' as const } };
    if ('fileId' in target) await files.request(reportFile, { ...target, ...input });
    else await files.request(reportBundle, { ...target, ...input });
    return newestReport('fileId' in target ? target.fileId : target.bundleId);
  };
  const takeDown = (reportId: string, reason: string) => files.request(takeDownReport, { reportId, reason });
  const restore = (reportId: string) => files.request(restoreReport, { reportId });
  /** Reasons of the takedowns of the files; null: not taken down. */
  const reasons = async (...ids: string[]) => {
    const rows = (await files.rows('SELECT id, taken_down_reason AS reason FROM files WHERE id = ANY($1)', [
      ids,
    ])) as { id: string; reason: string | null }[];
    return ids.map((id) => rows.find((row) => row.id === id)?.reason);
  };
  const mailed = (event: typeof fileTakenDown | typeof fileRestored, id: string) =>
    files.published(event).filter(({ data }) => (data as { fileId: string }).fileId === id).length;

  it.each(['before', 'after'])(
    'restoring the report of a bundle leaves a file down that was taken down on its own: bundle reported %s',
    async (order) => {
      const [malware, other] = [(await files.file(owner)).id, (await files.file(owner)).id];
      const bundleId = await bundleOf(malware, other);
      const earlier = order === 'before' ? await report({ bundleId }) : null;
      await takeDown(await report({ fileId: malware }), 'Malware');
      files.clock.advance(1);
      const ofBundle = earlier ?? (await report({ bundleId }));
      await takeDown(ofBundle, 'Mistake');
      expect(await reasons(malware, other)).toEqual(['Malware', 'Mistake']);
      expect(mailed(fileTakenDown, malware)).toBe(1);

      await expect(restore(ofBundle)).resolves.toMatchObject({ file: { id: other, takenDown: null } });
      expect(await reasons(malware, other)).toEqual(['Malware', null]);
      expect([mailed(fileRestored, malware), mailed(fileRestored, other)]).toEqual([0, 1]);
    },
  );

  it('restoring the report of a bundle leaves a file down that was taken down on its own afterwards', async () => {
    const { id } = await files.file(owner);
    const bundleId = await bundleOf(id);
    const [own, ofBundle] = [await report({ fileId: id }), await report({ bundleId })];
    await takeDown(ofBundle, 'Mistake');
    await takeDown(own, 'Malware');
    expect(await reasons(id)).toEqual(['Mistake']);
    await restore(ofBundle);
    expect(await reasons(id)).toEqual(['Mistake']);
    await restore(own);
    expect(await reasons(id)).toEqual([null]);
  });

  it.each([
    ['first', 0],
    ['second', 1],
  ])(
    'a file that two bundles took down stays down until both are restored: the %s one first',
    async (_, first) => {
      const { id } = await files.file(owner);
      const reports: string[] = [];
      for (const other of [await files.file(owner), await files.file(owner)]) {
        await files.rows('DELETE FROM bundle_files WHERE file_id = $1', [id]);
        reports.push(await report({ bundleId: await bundleOf(id, other.id) }));
      }
      for (const reportId of reports) await takeDown(reportId, 'Fake');
      await restore(reports[first] ?? '');
      expect(await reasons(id)).toEqual(['Fake']);
      await restore(reports[1 - first] ?? '');
      expect(await reasons(id)).toEqual([null]);
    },
  );

  it('restoring one of two reports of the same bundle restores what either took down', async () => {
    const { id } = await files.file(owner);
    const bundleId = await bundleOf(id);
    const [closed, decided] = [await report({ bundleId }), await report({ bundleId })];
    await takeDown(decided, 'Fake');
    await restore(closed);
    expect(await reasons(id)).toEqual([null]);
  });

  it('an administrator who restores the file itself restores it whatever took it down', async () => {
    const { id } = await files.file(owner);
    const ofBundle = await report({ bundleId: await bundleOf(id, (await files.file(owner)).id) });
    await files.request(takeDownFile, { fileId: id, reason: 'Malware' });
    await takeDown(ofBundle, 'Fake');
    await files.request(restoreFile, { fileId: id });
    expect(await reasons(id)).toEqual([null]);
    await takeDown(ofBundle, 'Fake');
    await restore(ofBundle);
    expect(await reasons(id)).toEqual([null]);
  });

  it('the report of a bundle from before the upgrade still restores what it took down', async () => {
    const { id } = await files.file(owner);
    const ofBundle = await report({ bundleId: await bundleOf(id, (await files.file(owner)).id) });
    await takeDown(ofBundle, 'Fake');
    await files.rows('UPDATE files SET taken_down_with = NULL WHERE id = $1', [id]);
    await restore(ofBundle);
    expect(await reasons(id)).toEqual([null]);
  });

  it('a bundle taken down after the upgrade does not restore a file that was down before', async () => {
    const { id } = await files.file(owner);
    const ofBundle = await report({ bundleId: await bundleOf(id, (await files.file(owner)).id) });
    await files.request(takeDownFile, { fileId: id, reason: 'Malware' });
    await files.rows('UPDATE files SET taken_down_with = NULL WHERE id = $1', [id]);
    await takeDown(ofBundle, 'Fake');
    await restore(ofBundle);
    expect(await reasons(id)).toEqual(['Malware']);
  });
});
