import { type DataOf, fileDeleted, readLiveEvents, type visitStarted } from '@waybill/contracts';
import { Signals } from '@waybill/redis';
import { Clock, type ManualClock } from '@waybill/service-kit';
import { eventually } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { afterNoon, AnalyticsUnderTest } from '../testing/analytics-under-test.js';
import { VisitEndSweep } from './visit-end.sweep.js';

let analytics: AnalyticsUnderTest;
beforeAll(async () => (analytics = await AnalyticsUnderTest.start()));
afterAll(() => analytics.close());

const clock = () => analytics.service.get<ManualClock>(Clock);
const sweep = () => analytics.service.get<VisitEndSweep>(VisitEndSweep).sweep();

async function feedOf(userId: string, after: string | null = '0') {
  const { feeds } = await analytics.service.bus.request(readLiveEvents, { feeds: [{ userId, after }] });
  return feeds[0] ?? { userId, last: '', hasMore: false, events: [] };
}

const typesOf = async (userId: string) => (await feedOf(userId)).events.map(({ event }) => event.type);

const read = (...[fileId, visitId, changes]: Parameters<AnalyticsUnderTest['read']>) =>
  analytics.read(fileId, visitId, { page: 1, ...changes });

const published = (type: string, visitId: string) =>
  analytics.service
    .published()
    .filter((event) => event.type === type && (event.data as { visitId: string }).visitId === visitId);

describe('events of visits', () => {
  it('stores one event for the start, each page and the end of a visit, for the owner of the file', async () => {
    const { fileId, userId } = await analytics.upload();
    const visitId = randomUUID();
    await analytics.visit(fileId, {
      visitId,
      accessedAt: clock().now().toISOString(),
      email: 'ada@example.com',
    });
    await read(fileId, visitId);
    await read(fileId, visitId);
    await read(fileId, visitId, { page: 3, pages: [{ page: 3, ms: 2000 }] });
    await read(fileId, visitId, { page: 3, pages: [], isFinished: true });
    await read(fileId, visitId, { page: 3, pages: [], isFinished: true });
    const { events } = await feedOf(userId);
    expect(events.slice(0, 5).map(({ event }) => event)).toMatchObject([
      { type: 'upload.finished', fileId, name: 'offer.pdf' },
      { type: 'visit.started', fileId, visitId, linkId: fileId, email: 'ada@example.com', isOwner: false },
      { type: 'visit.page', visitId, page: 1, pageCount: 10 },
      { type: 'visit.page', visitId, page: 3, pageCount: 10 },
      { type: 'visit.ended', visitId, durationSeconds: 10, pagesSeen: 2, completion: 0.2 },
    ]);
    for (const type of ['analytics.visit.started', 'analytics.visit.ended'])
      expect(published(type, visitId)).toHaveLength(1);
    expect(published('analytics.visit.ended', visitId)[0]?.data).toMatchObject({
      ownerId: userId,
      fileId,
      bundleId: null,
      pagesSeen: 2,
    });
    const ids = events.map(({ id }) => BigInt(id));
    expect(ids).toEqual(ids.toSorted((one, other) => Number(one - other)));
  });

  it('stores the same events for a visit whose pages arrive before it', async () => {
    const { fileId, userId } = await analytics.upload();
    const visitId = randomUUID();
    await read(fileId, visitId);
    await read(fileId, visitId, { pages: [], isFinished: true });
    await analytics.visit(fileId, { visitId, accessedAt: clock().now().toISOString() });
    expect((await feedOf(userId)).events.map(({ event }) => event)).toMatchObject([
      { type: 'upload.finished', fileId },
      { type: 'visit.started', visitId },
      { type: 'visit.page', visitId, page: 1, pageCount: 10 },
      { type: 'visit.ended', visitId, durationSeconds: 4, pagesSeen: 1, completion: 0.1 },
    ]);
    expect(published('analytics.visit.ended', visitId)).toMatchObject([{ data: { pagesSeen: 1 } }]);
  });

  it('ends a visit after a minute without a report, and resumes it when its reader comes back', async () => {
    const { fileId, userId } = await analytics.upload();
    const visitId = randomUUID();
    await analytics.visit(fileId, { visitId });
    clock().advance(50_000);
    await read(fileId, visitId);
    clock().advance(50_000);
    await sweep();
    expect(await typesOf(userId)).not.toContain('visit.ended');
    clock().advance(11_000);
    await sweep();
    await sweep();
    expect((await typesOf(userId)).slice(1)).toEqual(['visit.started', 'visit.page', 'visit.ended']);
    await read(fileId, visitId, { page: 2 });
    clock().advance(60_000);
    await sweep();
    expect((await typesOf(userId)).slice(-2)).toEqual(['visit.page', 'visit.ended']);
    expect(published('analytics.visit.ended', visitId)).toHaveLength(1);
  });

  it('a visit of the owner stays the own visit of the owner when it is resumed', async () => {
    const { fileId, userId } = await analytics.upload();
    const visitId = randomUUID();
    await analytics.visit(fileId, { visitId, isOwner: true });
    clock().advance(61_000);
    await sweep();
    await read(fileId, visitId, { page: 2 });
    clock().advance(61_000);
    await sweep();
    expect((await feedOf(userId)).events.slice(1).map(({ event }) => event)).toMatchObject([
      { type: 'visit.started', visitId, isOwner: true },
      { type: 'visit.ended', visitId, isOwner: true },
      { type: 'visit.page', visitId, isOwner: true },
      { type: 'visit.ended', visitId, isOwner: true },
    ]);
  });

  it('recognises a visitor in all files of one account, and in no file of another account', async () => {
    const own = await analytics.upload();
    const files = [own, await analytics.upload({ userId: own.userId }), await analytics.upload()];
    const visitors: string[] = [];
    for (const { fileId } of files) {
      const visitId = randomUUID();
      await analytics.visit(fileId, { visitId });
      const [started] = published('analytics.visit.started', visitId);
      visitors.push((started?.data as DataOf<typeof visitStarted>).visitor);
    }
    const [first, second, ofAnother] = visitors;
    expect(first).toMatch(/^[\w-]{22}$/);
    expect(second).toBe(first);
    expect(ofAnother).not.toBe(first);
  });

  it('names the bundle through which a file was opened', async () => {
    const { fileId } = await analytics.upload();
    const [visitId, bundleId] = [randomUUID(), randomUUID()];
    await analytics.visit(fileId, { visitId, bundleId });
    expect(published('analytics.visit.started', visitId)[0]?.data).toMatchObject({
      fileId,
      bundleId: null,
      throughBundleId: bundleId,
    });
  });

  it('starts no event for a bot, nor for a file without an owner', async () => {
    const { fileId, userId } = await analytics.upload();
    const [bot, stranger] = [randomUUID(), randomUUID()];
    await analytics.visit(fileId, { visitId: bot, isBot: true });
    await read(fileId, bot);
    const anonymous = randomUUID();
    await analytics.upload({ fileId: anonymous });
    await analytics.database.query('UPDATE records SET user_id = NULL WHERE file_id = $1', [anonymous]);
    await analytics.visit(anonymous, { visitId: stranger });
    expect(await typesOf(userId)).toEqual(['upload.finished']);
    expect([
      ...published('analytics.visit.started', bot),
      ...published('analytics.visit.started', stranger),
    ]).toEqual([]);
  });

  it('publishes the start of a visit that was counted before its file was known', async () => {
    const facts = analytics.facts();
    const visitId = randomUUID();
    await analytics.visit(facts.fileId, { visitId });
    expect(published('analytics.visit.started', visitId)).toEqual([]);
    await analytics.upload(facts);
    expect(published('analytics.visit.started', visitId)).toHaveLength(1);
    expect(await typesOf(facts.userId)).toEqual(['upload.finished', 'visit.started']);
  });

  it('publishes each new visit of a batch with the fields of its entry, and no visit that was stored before', async () => {
    const { fileId } = await analytics.upload();
    const visitIds = Array.from({ length: 6 }, () => randomUUID());
    const visit = (visitId: string, index: number) =>
      analytics.visit(fileId, {
        visitId,
        userAgent:
          index % 2 ? 'Mozilla/5.0 (Macintosh) Firefox/140.0' : 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
        referer: `https://from${index}.example/page`,
        email: index % 3 ? `reader${index}@example.com` : '',
        address: index % 2 ? '8.8.8.8' : '81.2.69.160',
      });
    await visit(visitIds[0]!, 0);
    await Promise.all(visitIds.map(visit));
    const entries: Record<string, string | Date>[] = await analytics.database.query(
      `SELECT id AS "visitId", accessed_at AS at, city, device, system AS os, browser, nullif(email, '') AS email,
         substring(referer from '//(.*)/') AS referrer FROM entries WHERE file_id = $1`,
      [fileId],
    );
    expect(entries).toHaveLength(6);
    for (const { at, ...facts } of entries) {
      const [event, ...more] = published('analytics.visit.started', String(facts.visitId));
      expect(more).toEqual([]);
      expect(event?.data).toMatchObject({ ...facts, at: (at as Date).toISOString(), name: 'offer.pdf' });
    }
  });

  it('publishes nothing for an entry that was stored before', async () => {
    const { fileId, userId } = await analytics.upload();
    const visitId = randomUUID();
    await Promise.all([1, 2, 3].map(() => analytics.visit(fileId, { visitId })));
    expect(await typesOf(userId)).toEqual(['upload.finished', 'visit.started']);
  });
});

describe('readLiveEvents request', () => {
  it('returns a position before the first event while there are no events', async () => {
    await analytics.database.query('TRUNCATE live_events RESTART IDENTITY');
    const userId = randomUUID();
    const { last } = await feedOf(userId, null);
    await analytics.upload({ userId });
    expect((await feedOf(userId, last)).events).toMatchObject([
      { id: '1', event: { type: 'upload.finished' } },
    ]);
  });

  it('returns the events after an id; without an id, only the position to continue from', async () => {
    const { fileId, userId } = await analytics.upload();
    await analytics.visit(fileId);
    const all = await feedOf(userId);
    expect(await feedOf(userId, null)).toEqual({ userId, last: all.last, hasMore: false, events: [] });
    expect((await feedOf(userId, all.events[0]?.id)).events).toEqual(all.events.slice(1));
    expect(await feedOf(userId, all.last)).toEqual({ userId, last: all.last, hasMore: false, events: [] });
    expect((await feedOf(randomUUID(), null)).events).toEqual([]);
  });

  it('returns later events also after an id that was never assigned', async () => {
    const { fileId, userId } = await analytics.upload();
    const { last } = await feedOf(userId, '999999999999999999');
    await analytics.visit(fileId);
    expect((await feedOf(userId, last)).events.map(({ event }) => event.type)).toEqual(['visit.started']);
  });

  it('assigns ids to concurrent visits in the order in which they become readable', async () => {
    const userId = randomUUID();
    const files = await Promise.all([1, 2, 3, 4].map(() => analytics.upload({ userId })));
    const seen: string[] = [];
    const writing = new AbortController();
    const reader = (async () => {
      let after = '0';
      while (!writing.signal.aborted || (await feedOf(userId, after)).events.length > 0) {
        const { last, events } = await feedOf(userId, after);
        seen.push(...events.map(({ id }) => id));
        after = last;
      }
    })();
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => analytics.visit(files[index % 4]?.fileId ?? '')),
    );
    writing.abort();
    await reader;
    expect(seen).toEqual((await feedOf(userId)).events.map(({ id }) => id));
    expect(seen).toHaveLength(64);
  });

  it('signals an account with new events, and keeps them for five minutes, also of a late visit', async () => {
    const { fileId, userId } = await analytics.upload();
    const signalled: string[] = [];
    await analytics.service.get<Signals>(Signals).listen('live', (id) => signalled.push(id));
    await analytics.visit(fileId, { accessedAt: afterNoon(-60) });
    await eventually(() => expect(signalled).toContain(userId));
    clock().advance(5 * 60_000);
    await sweep();
    expect(await typesOf(userId)).toContain('visit.started');
    clock().advance(60_001);
    await sweep();
    expect(await typesOf(userId)).not.toContain('visit.started');
  });

  it('deletes the live events of a deleted file', async () => {
    const { fileId, userId } = await analytics.upload();
    await analytics.visit(fileId);
    await analytics.service.publish(fileDeleted, fileId, { fileId });
    expect(await typesOf(userId)).toEqual(['file.changed']);
  });

  it('publishes a visit whose upload is consumed an hour after it, with its end', async () => {
    const facts = analytics.facts();
    const visitId = randomUUID();
    await analytics.visit(facts.fileId, { visitId, accessedAt: clock().now().toISOString() });
    clock().advance(3_600_000);
    await sweep();
    await analytics.upload(facts);
    expect(published('analytics.visit.started', visitId)).toHaveLength(1);
    await sweep();
    expect(published('analytics.visit.ended', visitId)).toHaveLength(1);
  });

  it('deletes a visit in progress whose upload was not consumed for a day', async () => {
    const { fileId } = analytics.facts();
    await analytics.visit(fileId, { accessedAt: clock().now().toISOString() });
    clock().advance(25 * 3_600_000);
    await sweep();
    const rows = await analytics.database.query('SELECT FROM visits_in_progress WHERE file_id = $1', [
      fileId,
    ]);
    expect(rows).toEqual([]);
  });
});
