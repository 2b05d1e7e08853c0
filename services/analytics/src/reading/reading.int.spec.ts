import { randomUUID } from 'node:crypto';
import { DAY_MS, type DataOf, fileDeleted, type fileRead } from '@waybill/contracts';
import { EntityManager } from 'typeorm';
import { Clock, type ManualClock } from '@waybill/service-kit';
import { afterNoon, AnalyticsUnderTest } from '../testing/analytics-under-test.js';
import { EarlyReadingSweep } from './early-reading.sweep.js';

describe('ReadingConsumer', () => {
  let analytics: AnalyticsUnderTest;
  beforeAll(async () => {
    analytics = await AnalyticsUnderTest.start();
  });
  afterAll(() => analytics.close());

  type Pages = DataOf<typeof fileRead>['pages'];

  const read = (fileId: string, visitId: string, pages: Pages, pageCount = 4) =>
    analytics.read(fileId, visitId, { pages, pageCount, readAt: afterNoon(1) });

  it('sums up the time of each page, by visit and over all visits', async () => {
    const file = await analytics.upload();
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
    for (const visitId of [one, two, three]) await analytics.visit(file.fileId, { visitId });
    await read(file.fileId, one, [{ page: 1, ms: 2000 }]);
    await read(file.fileId, one, [
      { page: 1, ms: 1000 },
      { page: 2, ms: 500 },
    ]);
    await read(file.fileId, two, [{ page: 1, ms: 10_000 }]);

    const report = await analytics.report(file);
    expect(report.pages).toEqual([
      { page: 1, views: 2, totalSeconds: 13, medianSeconds: 6.5 },
      { page: 2, views: 1, totalSeconds: 0.5, medianSeconds: 0.5 },
    ]);
    expect(report.completion).toBeCloseTo((0.5 + 0.25) / 2);
    const entryOf = (visitId: string) => report.analytics.find(({ id }) => id === visitId);
    expect(entryOf(one)).toMatchObject({ durationSeconds: 3.5, pagesSeen: 2, completion: 0.5 });
    expect(entryOf(three)).toMatchObject({ durationSeconds: 0, pagesSeen: 0, completion: 0 });
  });

  it('reading is complete, to the digit, once every page was seen', async () => {
    const file = await analytics.upload();
    const visitId = randomUUID();
    await analytics.visit(file.fileId, { visitId });
    for (const page of [1, 2, 3]) await read(file.fileId, visitId, [{ page, ms: 1000 }], 3);
    const report = await analytics.report(file);
    expect([report.completion, report.analytics[0]?.completion]).toEqual([1, 1]);
  });

  it('narrows reading to a time and to a link', async () => {
    const file = await analytics.upload();
    const linkId = randomUUID();
    const [early, late] = [randomUUID(), randomUUID()];
    await analytics.visit(file.fileId, { visitId: early, accessedAt: afterNoon(0) });
    await analytics.visit(file.fileId, { visitId: late, accessedAt: afterNoon(3000), linkId });
    await read(file.fileId, early, [{ page: 1, ms: 1000 }]);
    await read(file.fileId, late, [{ page: 2, ms: 4000 }]);
    const pagesOf = async (filter: Parameters<AnalyticsUnderTest['report']>[2]) =>
      (await analytics.report(file, null, filter)).pages.map(({ page, totalSeconds }) => [
        page,
        totalSeconds,
      ]);

    await expect(pagesOf({ link: linkId })).resolves.toEqual([[2, 4]]);
    await expect(pagesOf({ link: file.fileId })).resolves.toEqual([[1, 1]]);
    await expect(pagesOf({ from: afterNoon(1) })).resolves.toEqual([[2, 4]]);
    await expect(pagesOf({ to: afterNoon(1) })).resolves.toEqual([[1, 1]]);
  });

  it('counts a visit with all of its reading in the time in which it began, to the millisecond at both ends', async () => {
    const file = await analytics.upload();
    const at = (ms: number) => new Date(Date.parse(afterNoon(0)) + ms).toISOString();
    const times = [59_999, 60_000, 60_001, 299_999, 300_000];
    for (const [index, ms] of times.entries()) {
      const visitId = randomUUID();
      await analytics.visit(file.fileId, { visitId, accessedAt: at(ms) });
      // The first visit begins before the range of the report, and its reading lasts into the range.
      await read(file.fileId, visitId, [{ page: 1, ms: 1000 * (index + 1) }]);
      await read(file.fileId, visitId, [{ page: 1, ms: 100_000 }]);
    }
    const pagesOf = async (from: string | null, to: string | null) =>
      (await analytics.report(file, null, { from, to })).pages;
    expect(await pagesOf(afterNoon(1), afterNoon(5))).toEqual([
      { page: 1, views: 3, totalSeconds: 309, medianSeconds: 103 },
    ]);
    // The report is the same, whether it reads the range from entries or from roll-ups.
    expect(await pagesOf(afterNoon(-1), afterNoon(61))).toEqual(await pagesOf(null, null));
    expect(await pagesOf(afterNoon(0), afterNoon(59))).toEqual(await pagesOf(null, null));
  });

  it('reads no row for each visit at the ends of a time', async () => {
    const file = await analytics.upload();
    for (let visit = 0; visit < 130; visit++) {
      const visitId = randomUUID();
      await analytics.visit(file.fileId, { visitId, accessedAt: afterNoon(visit / 3) });
      await read(file.fileId, visitId, [{ page: 1, ms: 1000 + visit }]);
    }
    const query = jest.spyOn(EntityManager.prototype, 'query');
    const { pages } = await analytics.report(file, null, { from: afterNoon(0), to: afterNoon(50) });
    const answers: unknown[] = await Promise.all(query.mock.results.map(({ value }) => value as unknown));
    query.mockRestore();
    expect(pages).toEqual([{ page: 1, views: 130, totalSeconds: 138.4, medianSeconds: expect.any(Number) }]);
    // A page has a hundred entries, and one more that shows whether there is a next page.
    expect(Math.max(...answers.map((rows) => (Array.isArray(rows) ? rows.length : 0)))).toBeLessThanOrEqual(
      101,
    );
  });

  it('counts reading that arrives before its visit', async () => {
    const file = await analytics.upload();
    const visitId = randomUUID();
    await read(file.fileId, visitId, [{ page: 1, ms: 1000 }]);
    await read(file.fileId, visitId, [{ page: 2, ms: 500 }]);
    await analytics.visit(file.fileId, { visitId });
    await read(file.fileId, visitId, [{ page: 1, ms: 2000 }]);

    const report = await analytics.report(file);
    expect(report.pages).toMatchObject([
      { page: 1, totalSeconds: 3 },
      { page: 2, totalSeconds: 0.5 },
    ]);
    expect(report.analytics).toMatchObject([{ durationSeconds: 3.5, pagesSeen: 2, completion: 0.5 }]);
  });

  it('keeps reading whose visit never arrives for a week, and no reading of a machine or of a deleted file', async () => {
    const [file, deleted] = [await analytics.upload(), await analytics.upload()];
    const [lost, bot, lateBot] = [randomUUID(), randomUUID(), randomUUID()];
    const kept = (): Promise<{ visit_id: string }[]> =>
      analytics.database.query('SELECT visit_id FROM early_reading WHERE file_id = ANY($1)', [
        [file.fileId, deleted.fileId],
      ]);
    await analytics.visit(file.fileId, { visitId: bot, isBot: true });
    for (const visitId of [lost, bot, lateBot]) await read(file.fileId, visitId, [{ page: 1, ms: 1000 }]);
    await analytics.visit(file.fileId, { visitId: lateBot, isBot: true });
    await read(deleted.fileId, randomUUID(), [{ page: 1, ms: 1000 }]);
    await analytics.service.publish(fileDeleted, deleted.fileId, { fileId: deleted.fileId });
    expect(await kept()).toEqual([{ visit_id: lost }]);

    const sweep = () => analytics.service.get<EarlyReadingSweep>(EarlyReadingSweep).sweep();
    analytics.service.get<ManualClock>(Clock).advance(7 * DAY_MS);
    await sweep();
    expect(await kept()).toHaveLength(1);
    analytics.service.get<ManualClock>(Clock).advance(1);
    await sweep();
    expect(await kept()).toEqual([]);
  });

  it('ignores reading of visits without an entry, and of deleted files', async () => {
    const file = await analytics.upload();
    await read(file.fileId, randomUUID(), [{ page: 1, ms: 1000 }]);

    expect((await analytics.report(file)).pages).toEqual([]);
  });
});
