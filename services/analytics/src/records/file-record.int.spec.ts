import { randomUUID } from 'node:crypto';
import {
  fileDeleted,
  fileExpired,
  fileSettingsChanged,
  checkHealthOf,
  linkSent,
  userDeleted,
} from '@waybill/contracts';
import { afterNoon, AnalyticsUnderTest } from '../testing/analytics-under-test.js';

describe('FileRecordRepository', () => {
  let analytics: AnalyticsUnderTest;

  beforeAll(async () => {
    analytics = await AnalyticsUnderTest.start();
  });
  afterAll(() => analytics.close());

  const missing = { code: 'analytics.not-found', status: 404 };

  async function rowsAbout(fileId: string): Promise<number> {
    const tables: { table_name: string }[] = await analytics.database.query(
      `SELECT table_name FROM information_schema.columns
       WHERE table_schema = 'analytics' AND column_name = 'file_id' AND table_name <> 'records'`,
    );
    expect(tables.map(({ table_name }) => table_name)).toEqual(
      expect.arrayContaining(['entries', 'live_events', 'period_pages', 'visit_pages', 'visits_in_progress']),
    );
    const counts = tables.map(
      ({ table_name }) => `SELECT count(*) AS n FROM ${table_name} WHERE file_id = $1`,
    );
    const [sum] = await analytics.database.query(
      `SELECT sum(n)::int AS rows FROM (${counts.join(' UNION ALL ')}) AS counts`,
      [fileId],
    );
    return sum.rows;
  }

  async function sendLink(fileId: string) {
    const linkId = randomUUID();
    const link = { linkId, fileId, recipientName: 'Grace', sentAt: afterNoon(0) };
    await analytics.service.publish(linkSent, linkId, link);
  }

  /** Makes rows in every table about files. */
  async function visitAndRead({ fileId }: { fileId: string }) {
    const visitId = randomUUID();
    await analytics.visit(fileId, { visitId });
    const pages = [{ page: 1, ms: 900 }];
    await analytics.read(fileId, visitId, { pages, pageCount: 2, readAt: afterNoon(1) });
  }

  it('reports a file without visits to its owner', async () => {
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
      pages: [],
      completion: 0,
      devices: [],
      systems: [],
      browsers: [],
      referrers: [],
      cities: [],
      links: [],
      nextCursor: null,
      summary: { totalViews: 0, uniqueVisitors: 0, uniqueCountries: 0, firstView: null },
      series: [],
      countries: [],
      allCountries: [],
    });
  });

  it('applies changes of a file and ignores an older version that arrives late', async () => {
    const file = await analytics.upload();
    const change = (version: number, originalName: string) =>
      analytics.service.publish(fileSettingsChanged, file.fileId, { ...file, version, originalName });
    await change(3, 'final.pdf');
    await change(2, 'draft.pdf');

    expect((await analytics.report(file)).file.originalName).toBe('final.pdf');
  });

  it('moves the report to the new owner when the file is claimed', async () => {
    const file = await analytics.upload();
    const claimed = { ...file, userId: randomUUID(), version: 2 };
    await analytics.service.publish(fileSettingsChanged, file.fileId, claimed);

    await expect(analytics.report(file)).rejects.toMatchObject({ code: 'files.forbidden' });
    await expect(analytics.report(claimed)).resolves.toBeDefined();
  });

  it('counts visits that arrive before the facts of their file', async () => {
    const facts = analytics.facts();
    await analytics.visit(facts.fileId);
    await expect(analytics.report(facts)).rejects.toMatchObject(missing);

    await analytics.upload(facts);
    expect((await analytics.report(facts)).summary.totalViews).toBe(1);
  });

  it('keeps the report after the file has expired', async () => {
    const file = await analytics.upload({ deleteAt: afterNoon(60) });
    await analytics.visit(file.fileId);
    await analytics.service.publish(fileExpired, file.fileId, { fileId: file.fileId });

    expect((await analytics.report(file)).summary.totalViews).toBe(1);
  });

  it('deletes the data of an anonymous file when it expires, because it has no owner', async () => {
    const file = await analytics.upload();
    await analytics.visit(file.fileId);
    await analytics.service.publish(fileExpired, file.fileId, { fileId: file.fileId, wasAnonymous: true });
    await analytics.visit(file.fileId);

    expect(await rowsAbout(file.fileId)).toBe(0);
    await expect(analytics.report(file)).rejects.toMatchObject(missing);
  });

  it('refuses the report to everyone but the owner of the file', async () => {
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

  it('deletes all data with the file and ignores events that arrive later', async () => {
    const file = await analytics.upload();
    await visitAndRead(file);
    expect(await rowsAbout(file.fileId)).toBeGreaterThan(20);
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

  it('keeps a file deleted when its deletion arrives before its upload', async () => {
    const facts = analytics.facts();
    await analytics.service.publish(fileDeleted, facts.fileId, { fileId: facts.fileId });
    await analytics.upload(facts);

    await expect(analytics.report(facts)).rejects.toMatchObject(missing);
    expect(await rowsAbout(facts.fileId)).toBe(0);
  });

  it('stores nothing of visits that arrive while their file is being deleted', async () => {
    const file = await analytics.upload();
    await Promise.all([
      ...Array.from({ length: 10 }, () => analytics.visit(file.fileId)),
      analytics.service.publish(fileDeleted, file.fileId, { fileId: file.fileId }),
      ...Array.from({ length: 10 }, () => analytics.visit(file.fileId)),
    ]);

    expect(await rowsAbout(file.fileId)).toBe(0);
  });

  it('deletes the data of all files of a deleted account, and of no others', async () => {
    const file = await analytics.upload();
    const second = await analytics.upload({ userId: file.userId });
    const other = await analytics.upload();
    for (const each of [file, second, other]) await visitAndRead(each);
    await analytics.service.publish(userDeleted, file.userId, { userId: file.userId });

    await expect(analytics.report(file)).rejects.toMatchObject(missing);
    await expect(analytics.report(second)).rejects.toMatchObject(missing);
    expect((await rowsAbout(file.fileId)) + (await rowsAbout(second.fileId))).toBe(0);
    expect((await analytics.report(other)).summary.totalViews).toBe(1);
  });

  it('deletes the data of an account with more files than a statement has parameters', async () => {
    const userId = randomUUID();
    await analytics.database.query(
      `INSERT INTO records (file_id, version, user_id, original_name)
       SELECT gen_random_uuid(), 1, $1, 'offer.pdf' FROM generate_series(1, 65_536)`,
      [userId],
    );
    await analytics.service.publish(userDeleted, userId, { userId });

    expect(await analytics.database.query('SELECT FROM records WHERE user_id = $1', [userId])).toEqual([]);
  });

  it('deletes an account that never uploaded a file', async () => {
    const userId = randomUUID();

    await analytics.service.publish(userDeleted, userId, { userId });

    expect(await analytics.service.bus.request(checkHealthOf('analytics'), {})).toMatchObject({
      components: { bus: 'ok' },
    });
  });

  it('reports the health of the analytics service', async () => {
    const { components } = await analytics.service.bus.request(checkHealthOf('analytics'), {});

    expect(components).toMatchObject({ database: 'ok', bus: 'ok' });
  });
});
