import { randomUUID } from 'node:crypto';
import {
  type Caller,
  createBundle,
  createLink,
  dismissReport,
  getFilesOverview,
  linkSettingsSchema,
  listReports,
  reportBundle,
  reportFile,
  reportLink,
  restoreReport,
  takeDownReport,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { SharedFile } from '../file/shared-file.entity.js';
import { beside } from '../testing/beside.js';
import { FilesTestApp } from '../testing/files-test-app.js';

const form = { reason: 'phishing', message: 'A fake bank' } as const;
const refused = (code: string) => expect.objectContaining({ code });

describe('reports of bundles and links', () => {
  let files: FilesTestApp;
  let owner: Caller;
  beforeAll(async () => {
    files = await FilesTestApp.start();
    owner = await files.account('pro');
  });
  afterAll(() => files.close());

  const caller: Caller = { userId: null, browserId: null, address: '198.51.100.200' };
  const reportedFiles = async () => {
    const { reports } = await files.request(listReports, { query: '', cursor: null });
    return reports.map(({ file }) => file.id);
  };

  const list = async (query: string) => (await files.request(listReports, { query, cursor: null })).reports;
  const bundleOf = async (...fileIds: string[]) =>
    files.request(createBundle, { caller: owner, form: { name: 'Offer', fileIds } });
  const takenDown = async (...ids: string[]) => {
    const rows = (await files.rows('SELECT id FROM files WHERE taken_down_at IS NOT NULL AND id = ANY($1)', [
      ids,
    ])) as { id: string }[];
    return rows.map(({ id }) => id).toSorted();
  };

  it('keeps one report of a bundle, which one takedown closes and one restore undoes', async () => {
    const ids = [(await files.file(owner)).id, (await files.file(owner)).id].toSorted();
    const { id: bundleId } = await bundleOf(...ids);
    await files.request(reportBundle, { bundleId, caller, token: null, form });
    const [report, ...others] = await list(bundleId);
    expect(others).toEqual([]);
    expect(report).toMatchObject({ state: 'open', bundle: { id: bundleId, name: 'Offer' } });
    expect(report?.bundle?.fileIds.toSorted()).toEqual(ids);
    const reportId = report?.id ?? '';

    await expect(files.request(takeDownReport, { reportId, reason: 'Fake' })).resolves.toMatchObject({
      state: 'taken-down',
      bundle: { id: bundleId },
    });
    expect(await takenDown(...ids)).toEqual(ids);
    await files.request(restoreReport, { reportId });
    expect(await takenDown(...ids)).toEqual([]);
    expect(await list(bundleId)).toMatchObject([{ id: reportId, state: 'taken-down' }]);
    await expect(
      files.request(reportBundle, { bundleId: randomUUID(), caller, token: null, form }),
    ).rejects.toEqual(refused('bundles.not-found'));
    await expect(files.request(takeDownReport, { reportId: randomUUID(), reason: 'Fake' })).rejects.toEqual(
      refused('files.report-not-found'),
    );
  });

  it('keeps the report of a bundle while one of its files exists, and dismisses it for all', async () => {
    const [first, second] = [await files.file(owner), await files.file(owner)];
    const { id: bundleId } = await bundleOf(first.id, second.id);
    await files.request(reportBundle, { bundleId, caller, token: null, form });
    const [{ file } = { file: { id: '' } }] = await list(bundleId);
    await files.rows('DELETE FROM files WHERE id = $1', [file.id]);
    const [left] = await list(bundleId);
    expect(left?.bundle?.fileIds).toEqual([file.id === first.id ? second.id : first.id]);
    await expect(files.request(dismissReport, { reportId: left?.id ?? '' })).resolves.toMatchObject({
      state: 'dismissed',
    });
  });

  it('counts the report of a bundle once, however many files it has', async () => {
    const { id: bundleId } = await bundleOf((await files.file(owner)).id, (await files.file(owner)).id);
    const { openReports } = await files.request(getFilesOverview, {});
    await files.request(reportBundle, { bundleId, caller, token: null, form });
    await expect(files.request(getFilesOverview, {})).resolves.toMatchObject({
      openReports: openReports + 1,
    });
  });

  it('keeps a report of the file that a link opens, without its password', async () => {
    const { id } = await files.file(owner);
    const { slug } = await files.request(createLink, {
      target: { kind: 'file', id },
      caller: owner,
      settings: linkSettingsSchema.parse({ password: 'sesame' }),
    });
    await files.request(reportLink, { slug, caller, form });
    expect(await reportedFiles()).toContain(id);
    await expect(files.request(reportLink, { slug: 'unknown', caller, form })).rejects.toEqual(
      refused('links.not-found'),
    );
  });

  it('reports what is left of a bundle while one of its files is deleted', async () => {
    const [first, second] = [await files.file(owner), await files.file(owner)];
    const { id: bundleId } = await bundleOf(first.id, second.id);
    await besideDeletion(first.id, () =>
      files.request(reportBundle, { bundleId, caller, token: null, form }),
    );
    expect(await list(bundleId)).toMatchObject([{ bundle: { id: bundleId, fileIds: [second.id] } }]);
  });

  it('answers 404 to the report of a file that is deleted meanwhile', async () => {
    const { id: fileId } = await files.file(owner);
    const report = () => files.request(reportFile, { fileId, caller, token: null, form });
    await besideDeletion(fileId, () => expect(report()).rejects.toEqual(refused('files.not-found')));
  });

  /** Runs `work` while a transaction has deleted the file and is not committed. */
  const besideDeletion = (id: string, work: () => Promise<unknown>) =>
    beside(
      files.get(DataSource),
      (manager) => manager.delete(SharedFile, { id }),
      () => Promise.resolve(),
      work,
    );
});
