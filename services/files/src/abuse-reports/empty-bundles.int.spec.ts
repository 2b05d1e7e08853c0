import {
  bundleDeleted,
  type Caller,
  deleteFile,
  dismissReport,
  getFilesOverview,
  listReports,
  reportBundle,
  reportLink,
  restoreReport,
  takeDownFile,
  takeDownReport,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { ReportEmptyBundles1795790100000 } from '../database/migrations/1795790100000-report-empty-bundles.js';
import { BundleTestKit } from '../testing/bundle-test-kit.js';
import { FilesTestApp } from '../testing/files-test-app.js';
import { LinkTestKit } from '../testing/link-test-kit.js';

const form = { reason: 'phishing', message: 'A fake bank' } as const;

describe('reports of bundles without files', () => {
  let files: FilesTestApp;
  let kit: BundleTestKit;
  let owner: Caller;
  beforeAll(async () => {
    files = await FilesTestApp.start();
    kit = new BundleTestKit(files);
  });
  afterAll(() => files.close());
  beforeEach(async () => {
    owner = await files.account('pro');
  });

  const caller: Caller = { userId: null, browserId: null, address: '127.0.0.1' };
  const report = (bundleId: string) => files.request(reportBundle, { bundleId, caller, token: null, form });
  const list = async (query: string) => (await files.request(listReports, { query, cursor: null })).reports;

  it('keeps the report of a bundle without files, which a takedown deletes with the bundle', async () => {
    const { id, name } = await kit.create(owner, [], 'Log in at example.com');
    const { openReports } = await files.request(getFilesOverview, {});
    await report(id);
    const [found, ...others] = await list(id);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      ...form,
      state: 'open',
      bundle: { id, name, fileIds: [] },
      file: { id, originalName: name, takenDown: null, userId: owner.userId },
    });
    await expect(files.request(getFilesOverview, {})).resolves.toMatchObject({
      openReports: openReports + 1,
    });

    const reportId = found?.id ?? '';
    await expect(files.request(takeDownReport, { reportId, reason: 'Fake' })).resolves.toMatchObject({
      state: 'taken-down',
      bundle: { id },
    });
    await expect(kit.get(id)).rejects.toMatchObject({ code: 'bundles.not-found' });
    expect(files.published(bundleDeleted).at(-1)?.data).toMatchObject({ bundleId: id });
    expect(await list(id)).toEqual([]);
    await expect(files.request(getFilesOverview, {})).resolves.toMatchObject({ openReports });
  });

  it('keeps the report of a bundle that its owner empties, until the bundle is deleted', async () => {
    const fileIds = await kit.upload(owner, ['a.txt', 'b.txt']);
    const { id } = await kit.create(owner, fileIds, 'Offer');
    await report(id);
    for (const fileId of fileIds) await files.request(deleteFile, { fileId, caller: owner });
    const [found] = await list(id);
    expect(found).toMatchObject({ state: 'open', bundle: { id, name: 'Offer', fileIds: [] } });
    await expect(files.request(dismissReport, { reportId: found?.id ?? '' })).resolves.toMatchObject({
      state: 'dismissed',
    });
  });

  it('takes the files of a reported bundle down first, and deletes the bundle once no file is left to open', async () => {
    const fileIds = await kit.upload(owner, ['a.txt', 'b.txt']);
    const { id } = await kit.create(owner, fileIds, 'Offer');
    await report(id);
    const [found] = await list(id);
    const reportId = found?.id ?? '';
    await files.request(takeDownReport, { reportId, reason: 'Fake' });
    await expect(kit.get(id)).resolves.toMatchObject({ files: [] });
    expect(await list(id)).toMatchObject([{ id: reportId, state: 'taken-down' }]);

    await report(id);
    const [again] = await list(id);
    expect(again?.bundle?.fileIds.toSorted()).toEqual(fileIds.toSorted());
    await files.request(takeDownReport, { reportId: again?.id ?? '', reason: 'Fake' });
    await expect(kit.get(id)).rejects.toMatchObject({ code: 'bundles.not-found' });
    expect(await list(fileIds[0] ?? '')).toMatchObject([
      { state: 'taken-down', bundle: { id, name: null } },
      { state: 'taken-down', bundle: { id, name: null } },
    ]);
  });

  it('keeps a bundle whose takedown is repeated, also by two administrators at the same time', async () => {
    const fileIds = await kit.upload(owner, ['a.txt', 'b.txt']);
    const { id } = await kit.create(owner, fileIds, 'Offer');
    await report(id);
    const [found] = await list(id);
    const takedown = { reportId: found?.id ?? '', reason: 'Fake' };
    await Promise.all([files.request(takeDownReport, takedown), files.request(takeDownReport, takedown)]);
    await expect(files.request(takeDownReport, takedown)).resolves.toMatchObject({ state: 'taken-down' });

    await files.request(restoreReport, { reportId: takedown.reportId });
    await expect(kit.get(id)).resolves.toMatchObject({ files: [{ id: fileIds[0] }, { id: fileIds[1] }] });
  });

  it('reports of bundles from before the upgrade outlast their files too', async () => {
    const [first = '', second = ''] = await kit.upload(owner, ['a.txt', 'b.txt']);
    const { id } = await kit.create(owner, [first, second], 'Offer');
    await report(id);
    await files.request(takeDownFile, { fileId: first, reason: 'Fake' });
    const runner = files.get(DataSource).createQueryRunner();
    const migration = new ReportEmptyBundles1795790100000();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    const before = await list(id);
    expect(before).toMatchObject([{ ...form, state: 'open', bundle: { id, fileIds: [second] } }]);
    await files.request(deleteFile, { fileId: second, caller: owner });
    expect(await list(id)).toMatchObject([{ id: before[0]?.id, state: 'open', bundle: { fileIds: [] } }]);
  });

  it('closes the report of a bundle once each of its files was taken down', async () => {
    const fileIds = await kit.upload(owner, ['a.txt', 'b.txt']);
    const { id } = await kit.create(owner, fileIds, 'Offer');
    await report(id);
    const [first = '', second = ''] = fileIds;
    await files.request(takeDownFile, { fileId: first, reason: 'Fake' });
    expect(await list(id)).toMatchObject([{ state: 'open', bundle: { fileIds: [second] } }]);
    await files.request(takeDownFile, { fileId: second, reason: 'Fake' });
    const [closed, ...others] = await list(id);
    expect(others).toEqual([]);
    expect(closed).toMatchObject({ state: 'taken-down' });
    expect(closed?.bundle?.fileIds.toSorted()).toEqual(fileIds.toSorted());
  });

  it('finds the report of a bundle by each of its files, and by the address of a link', async () => {
    const { bundleId, fileIds, link } = await new LinkTestKit(files, owner).linkedBundle();
    await files.request(reportLink, { slug: link.slug, caller, form });
    const [found] = await list(bundleId);
    for (const query of [...fileIds, `https://waybill.example/l/${link.slug}`])
      expect(await list(query)).toEqual([found]);
  });
});
