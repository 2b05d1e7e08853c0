import { randomUUID } from 'node:crypto';
import { type Caller, MINUTE_MS } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { FilesTestApp } from '../testing/files-test-app.js';
import { VirusScanQueueService } from './virus-scan-queue.service.js';
import { VirusScanService } from './virus-scan.service.js';

let files: FilesTestApp;
let queue: VirusScanQueueService;

beforeAll(async () => {
  files = await FilesTestApp.start();
  queue = files.get(VirusScanQueueService);
});
afterAll(() => files.close());
beforeEach(async () => {
  await files.rows(`UPDATE files SET scan_state = 'none'`);
  files.clock.advance(2 * 60 * MINUTE_MS);
});

const anonymous = (address: string): Caller => ({ userId: null, browserId: randomUUID(), address });

async function upload(caller: Caller, state = 'pending'): Promise<string> {
  const { id } = await files.file(caller);
  await files.rows('UPDATE files SET scan_state = $2 WHERE id = $1', [id, state]);
  files.clock.advance(1);
  return id;
}

async function claimed(): Promise<string | null> {
  files.clock.advance(1);
  return (await queue.claim())?.id ?? null;
}

describe('the queue of virus scans', () => {
  it('scans the file of another network next, while one network has many waiting', async () => {
    const greedy = [];
    for (let n = 0; n < 3; n += 1) greedy.push(await upload(anonymous('203.0.113.7')));
    expect(await claimed()).toBe(greedy[0]);
    const other = await upload(anonymous('198.51.100.9'));
    expect([await claimed(), await claimed(), await claimed(), await claimed()]).toEqual([
      other,
      greedy[1],
      greedy[2],
      null,
    ]);
  });

  it('scans the files of the accounts of one network in turns', async () => {
    const [one, two] = [await files.account('pro'), await files.account('pro')];
    const address = '203.0.113.8';
    const first = [await upload({ ...one, address }), await upload({ ...one, address })];
    const second = await upload({ ...two, address });
    expect([await claimed(), await claimed(), await claimed()]).toEqual([first[0], second, first[1]]);
  });

  it('scans files that wait before files that are open without a scan', async () => {
    const open = await upload(anonymous('203.0.113.7'), 'skipped');
    const waiting = await upload(anonymous('203.0.113.7'));
    expect([await claimed(), await claimed()]).toEqual([waiting, open]);
  });

  it('gives a file to one worker only, and to another if that worker is killed', async () => {
    const id = await upload(anonymous('203.0.113.7'));
    const claims = await Promise.all([queue.claim(), queue.claim()]);
    expect(claims.flatMap((file) => file?.id ?? [])).toEqual([id]);
    files.clock.advance(MINUTE_MS);
    await expect(claimed()).resolves.toBeNull();
    files.clock.advance(MINUTE_MS);
    await expect(claimed()).resolves.toBe(id);
  });

  it('tries one file for each job while clamd is unavailable', async () => {
    for (let n = 0; n < 3; n += 1) await upload(anonymous('203.0.113.7'));
    const perform = () =>
      files.get(VirusScanService).perform({ fileId: randomUUID() }, new AbortController().signal);
    await perform();
    await perform();
    const postponed = await files.rows(
      `SELECT FROM files WHERE scan_state = 'pending' AND scan_after IS NOT NULL`,
    );
    expect(postponed).toHaveLength(2);
  });

  it('waits for a file that another transaction has locked, such as the creation of its bundle', async () => {
    const id = await upload(anonymous('203.0.113.7'));
    const runner = files.get(DataSource).createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM files WHERE id = $1 FOR UPDATE', [id]);
    const claim = claimed();
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await eventually(async () => expect(await files.rows(waiting)).toHaveLength(1), { timeoutMs: 10_000 });
    await runner.commitTransaction();
    await runner.release();
    await expect(claim).resolves.toBe(id);
  });
});
