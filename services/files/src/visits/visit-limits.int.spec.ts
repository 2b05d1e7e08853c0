import { randomUUID } from 'node:crypto';
import { type Caller, type InputOf, MINUTE_MS, recordVisit } from '@waybill/contracts';
import { RateLimiter } from '@waybill/redis';
import { FilesTestApp } from '../testing/files-test-app.js';
import { VisitWindowSweep } from './visit-window.sweep.js';
import { newVisitCounters, newVisitsPerFile, newVisitsPerFileAndNetwork } from './visit.limits.js';

describe('limits of visits', () => {
  let files: FilesTestApp;
  let owner: Caller;
  beforeAll(async () => {
    files = await FilesTestApp.start();
    owner = await files.account('pro');
  });
  afterAll(() => files.close());

  const visit = (fileId: string, address: string, keys: Partial<InputOf<typeof recordVisit>> = {}) =>
    files.request(recordVisit, {
      fileId,
      key: `page:${randomUUID()}`,
      address,
      userAgent: 'Browser/1',
      referer: '',
      via: null,
      ...keys,
    });
  const viewCount = async (fileId: string) =>
    (await files.rows('SELECT view_count FROM files WHERE id = $1', [fileId]))[0];

  it('counts at most 100 new visits of one network in half an hour, whatever visit ids it sends', async () => {
    const { id } = await files.file(owner);
    const { points } = newVisitsPerFileAndNetwork;
    for (let sent = 0; sent < points + 20; sent += 1) await visit(id, '8.8.8.8');

    expect(await viewCount(id)).toEqual({ view_count: points });
    const windows = await files.rows('SELECT key FROM visit_windows WHERE file_id = $1', [id]);
    expect(windows).toHaveLength(points);
    await expect(visit(id, '8.8.4.4')).resolves.toEqual({ counted: true });
  });

  it('counts at most 100 downloads without a visit id of one network in half an hour', async () => {
    const { id } = await files.file(owner);
    const { points } = newVisitsPerFileAndNetwork;
    const download = () => visit(id, '1.1.1.1', { key: null, joinKey: 'client:ada' });
    for (let sent = 0; sent < points; sent += 1) await download();

    await expect(download()).resolves.toEqual({ counted: false });
    expect(await viewCount(id)).toEqual({ view_count: points });
  });

  it('counts requests of a visit in progress beyond the limit as that visit', async () => {
    const { id } = await files.file(owner);
    const key = `page:${randomUUID()}`;
    await expect(visit(id, '9.9.9.9', { key })).resolves.toEqual({ counted: true });
    for (let sent = 0; sent < newVisitsPerFileAndNetwork.points; sent += 1) await visit(id, '9.9.9.9');

    await expect(visit(id, '9.9.9.9', { key })).resolves.toEqual({ counted: false });
    expect(await files.rows('SELECT 1 FROM visit_windows WHERE key = $1', [key])).toHaveLength(1);
  });

  it('asks for the points of a new visit outside of a transaction, which would keep rows locked', async () => {
    const { id } = await files.file(owner);
    const limiter = files.get<RateLimiter>(RateLimiter);
    const consume = limiter.consume.bind(limiter);
    const transactions: unknown[][] = [];
    const spy = jest.spyOn(limiter, 'consume').mockImplementation(async (...counter) => {
      // Those of the visit alone: other work of the service can have transactions at the same time.
      transactions.push(
        await files.rows(
          `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
           WHERE relation = 'visit_windows'::regclass AND state = 'idle in transaction'`,
        ),
      );
      return consume(...counter);
    });
    await expect(visit(id, '8.8.8.8')).resolves.toEqual({ counted: true });
    spy.mockRestore();
    expect(transactions).toEqual([[], []]);
  });

  it('gives back the points of a visit that another replica starts first', async () => {
    const { id } = await files.file(owner);
    const key = `page:${randomUUID()}`;
    const limiter = files.get<RateLimiter>(RateLimiter);
    const consume = limiter.consume.bind(limiter);
    const spy = jest.spyOn(limiter, 'consume').mockImplementationOnce(async (...counter) => {
      await files.rows('INSERT INTO visit_windows VALUES ($1, $2, gen_random_uuid(), $3, $3)', [
        ...[id, key, files.clock.now()],
      ]);
      return consume(...counter);
    });
    await expect(visit(id, '8.8.8.8', { key })).resolves.toEqual({ counted: false });
    spy.mockRestore();
    for (const [limit, counter] of newVisitCounters(id, { address: '8.8.8.8' })) {
      expect((await limiter.peek(limit, counter)).remaining).toBe(limit.points);
    }
  });

  it('counts at most 600 new visits of one file in a minute from all networks', async () => {
    const { id } = await files.file(owner);
    const left = 20;
    // Takes most points without visits: six hundred visits can take a busy machine longer than the limit's minute.
    const limiter = files.get<RateLimiter>(RateLimiter);
    for (let used = left; used < newVisitsPerFile.points; used += 1)
      await limiter.consume(newVisitsPerFile, id);
    const addresses = Array.from({ length: left + 30 }, (_, n) => `8.9.0.${n}`);
    for (const address of addresses) await visit(id, address);

    expect(newVisitsPerFile).toMatchObject({ points: 600, windowSeconds: 60 });
    expect(await viewCount(id)).toEqual({ view_count: left });
  });

  it('keeps machines out of the view count, and out of the limits of people', async () => {
    const { id } = await files.file(owner);
    for (let sent = 0; sent < newVisitsPerFileAndNetwork.points + 5; sent += 1)
      await visit(id, '8.8.8.8', { isBot: true });

    expect(await viewCount(id)).toEqual({ view_count: 0 });
    await expect(visit(id, '8.8.8.8')).resolves.toEqual({ counted: true });
    expect(await viewCount(id)).toEqual({ view_count: 1 });
  });

  it.each(['127.0.0.1', '10.0.0.7'])(
    'limits no visits from %s, which can be a proxy for all clients',
    async (address) => {
      const { id } = await files.file(owner);
      const visits = newVisitsPerFileAndNetwork.points + 1;
      for (let sent = 0; sent < visits; sent += 1) await visit(id, address);

      expect(await viewCount(id)).toEqual({ view_count: visits });
    },
  );

  it('deletes the rows of visits that are over', async () => {
    const { id } = await files.file(owner);
    await visit(id, '8.8.8.8', { key: 'client:ada' });
    files.clock.advance(29 * MINUTE_MS);
    await visit(id, '8.8.8.8', { key: 'client:bob' });
    files.clock.advance(MINUTE_MS);
    await files.get(VisitWindowSweep).sweep();
    await expect(files.rows('SELECT key FROM visit_windows WHERE file_id = $1', [id])).resolves.toEqual([
      { key: 'client:bob' },
    ]);
  });
});
