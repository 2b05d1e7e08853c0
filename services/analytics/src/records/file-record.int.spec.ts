import { randomUUID } from 'node:crypto';
import {
  fileDeleted,
  fileExpired,
  fileSettingsChanged,
  healthOf,
  linkSent,
  userDeleted,
} from '@waybill/contracts';
import { afterNoon, AnalyticsUnderTest } from '../testing/analytics-under-test.js';

describe('the record of a file', () => {
  let analytics: AnalyticsUnderTest;

  beforeAll(async () => {
    analytics = await AnalyticsUnderTest.start();
  });
  afterAll(() => analytics.close());

  const missing = { code: 'analytics.not-found', status: 404 };

  async function rowsAbout(fileId: string): Promise<number> {
    const tables = ['entries', 'visitors', 'country_views', 'hourly_views', 'links'];
    const counts = tables.map((table) => `SELECT count(*) AS n FROM ${table} WHERE file_id = $1`);
    const [sum] = await analytics.database.query(
      `SELECT sum(n)::int AS rows FROM (${counts.join(' UNION ALL ')}) AS counts`,
      [fileId],
    );
    return sum.rows;
  }

  async function sendLink(fileId: string) {
    const linkId = randomUUID();
    const told = { linkId, fileId, recipientName: 'Grace', sentAt: afterNoon(0) };
    await analytics.service.publish(linkSent, linkId, told);
  }

  it('shows a file that nobody opened yet as its owner knows it', async () => {
    const file = await analytics.upload({ deleteAt: afterNoon(60) });

    expect(await analytics.report(file)).toEqual({
      file: {
        id: file.fileId,
        originalName: 'offer.pdf',
        mimeType: 'application/pdf',
        size: 3_000_000_000,
        createdAt: afterNoon(0),
        viewCount: 0,
        userId: file.userId,
        deleteAt: { Time: afterNoon(60), Valid: true },
      },
      analytics: [],
      nextCursor: null,
      summary: { totalViews: 0, uniqueVisitors: 0, uniqueCountries: 0, firstView: null },
      series: [],
      countries: [],
    });
  });

  it('follows changes of the file, and no older one that comes late', async () => {
    const file = await analytics.upload();
    const change = (version: number, originalName: string) =>
      analytics.service.publish(fileSettingsChanged, file.fileId, { ...file, version, originalName });
    await change(3, 'final.pdf');
    await change(2, 'draft.pdf');

    expect((await analytics.report(file)).file.originalName).toBe('final.pdf');
  });

  it('passes to the account that took the file over', async () => {
    const file = await analytics.upload();
    const heir = { ...file, userId: randomUUID(), version: 2 };
    await analytics.service.publish(fileSettingsChanged, file.fileId, heir);

    await expect(analytics.report(file)).rejects.toMatchObject({ code: 'files.forbidden' });
    await expect(analytics.report(heir)).resolves.toBeDefined();
  });

  it('keeps visits that were heard of before the file itself', async () => {
    const facts = analytics.facts();
    await analytics.visit(facts.fileId);
    await expect(analytics.report(facts)).rejects.toMatchObject(missing);

    await analytics.upload(facts);
    expect((await analytics.report(facts)).summary.totalViews).toBe(1);
  });

  it('outlives the expiry of the file', async () => {
    const file = await analytics.upload({ deleteAt: afterNoon(60) });
    await analytics.visit(file.fileId);
    await analytics.service.publish(fileExpired, file.fileId, { fileId: file.fileId });

    expect((await analytics.report(file)).summary.totalViews).toBe(1);
  });

  it('goes with a file that was anonymous until it expired, as nobody could ever see it', async () => {
    const file = await analytics.upload();
    await analytics.visit(file.fileId);
    await analytics.service.publish(fileExpired, file.fileId, { fileId: file.fileId, wasAnonymous: true });
    await analytics.visit(file.fileId);

    expect(await rowsAbout(file.fileId)).toBe(0);
    await expect(analytics.report(file)).rejects.toMatchObject(missing);
  });

  it('is told to nobody but the owner', async () => {
    const file = await analytics.upload();

    await expect(analytics.report({ ...file, userId: null })).rejects.toMatchObject({
      code: 'files.login-required',
      status: 401,
    });
    await expect(analytics.report({ ...file, userId: randomUUID() })).rejects.toMatchObject({
      code: 'files.forbidden',
      status: 403,
    });
    await expect(analytics.report({ ...file, fileId: randomUUID() })).rejects.toMatchObject(missing);
  });

  it('is deleted with the file, and nothing that comes late brings it back', async () => {
    const file = await analytics.upload();
    await analytics.visit(file.fileId);
    await sendLink(file.fileId);
    await analytics.service.publish(fileDeleted, file.fileId, { fileId: file.fileId });
    await expect(analytics.report(file)).rejects.toMatchObject(missing);

    await analytics.visit(file.fileId);
    await sendLink(file.fileId);
    await analytics.service.publish(fileSettingsChanged, file.fileId, { ...file, version: 9 });
    await analytics.service.publish(fileExpired, file.fileId, { fileId: file.fileId });
    await expect(analytics.report(file)).rejects.toMatchObject(missing);
    expect(await rowsAbout(file.fileId)).toBe(0);
  });

  it('stays deleted when the deletion overtakes everything else', async () => {
    const facts = analytics.facts();
    await analytics.service.publish(fileDeleted, facts.fileId, { fileId: facts.fileId });
    await analytics.upload(facts);

    await expect(analytics.report(facts)).rejects.toMatchObject(missing);
  });

  it('keeps nothing of a visit that comes while the file is being deleted', async () => {
    const file = await analytics.upload();
    await Promise.all([
      ...Array.from({ length: 10 }, () => analytics.visit(file.fileId)),
      analytics.service.publish(fileDeleted, file.fileId, { fileId: file.fileId }),
      ...Array.from({ length: 10 }, () => analytics.visit(file.fileId)),
    ]);

    expect(await rowsAbout(file.fileId)).toBe(0);
  });

  it('goes with the account, for all of its files and no others', async () => {
    const file = await analytics.upload();
    const second = await analytics.upload({ userId: file.userId });
    const other = await analytics.upload();
    for (const { fileId } of [file, second, other]) await analytics.visit(fileId);
    await analytics.service.publish(userDeleted, file.userId, { userId: file.userId });

    await expect(analytics.report(file)).rejects.toMatchObject(missing);
    await expect(analytics.report(second)).rejects.toMatchObject(missing);
    expect((await rowsAbout(file.fileId)) + (await rowsAbout(second.fileId))).toBe(0);
    expect((await analytics.report(other)).summary.totalViews).toBe(1);
  });

  it('belongs to a service that tells how it is', async () => {
    const { components } = await analytics.service.bus.request(healthOf('analytics'), {});

    expect(components).toMatchObject({ database: 'ok', bus: 'ok' });
  });
});
