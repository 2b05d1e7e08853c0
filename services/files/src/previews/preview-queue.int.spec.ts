import { randomUUID } from 'node:crypto';
import { type Caller, MINUTE_MS } from '@waybill/contracts';
import { pdf } from '@waybill/testing';
import { FilesTestApp } from '../testing/files-test-app.js';
import { PreviewQueueService } from './preview-queue.service.js';

let files: FilesTestApp;
let queue: PreviewQueueService;

beforeAll(async () => {
  files = await FilesTestApp.start();
  queue = files.get(PreviewQueueService);
});
afterAll(() => files.close());
beforeEach(async () => {
  await files.rows(`UPDATE files SET preview_state = 'none'`);
  files.clock.advance(2 * 60 * MINUTE_MS);
});

/** A client without cookies, a new browser with each call. */
const anonymous = (address: string): Caller => ({ userId: null, browserId: randomUUID(), address });

async function upload(caller: Caller): Promise<string> {
  const { id } = await files.file(caller, { mimeType: 'application/pdf', bytes: pdf() });
  files.clock.advance(1);
  return id;
}

const claimed = async () => (await queue.claim())?.id ?? null;
const finish = (id: string) => files.rows(`UPDATE files SET preview_state = 'ready' WHERE id = $1`, [id]);

describe('PreviewQueueService', () => {
  it('starts the preview of another network while one network has many waiting', async () => {
    const greedy = [];
    for (let n = 0; n < 4; n += 1) greedy.push(await upload(anonymous('203.0.113.7')));
    const other = await upload(anonymous('198.51.100.9'));
    expect([await claimed(), await claimed(), await claimed()]).toEqual([greedy[0], other, null]);
  });

  it('counts all networks of an IPv6 customer as one', async () => {
    const greedy = [];
    for (let n = 0; n < 4; n += 1) greedy.push(await upload(anonymous(`2001:db8:1:${n}00::7`)));
    const other = await upload(anonymous('2001:db8:2::9'));
    expect([await claimed(), await claimed(), await claimed()]).toEqual([greedy[0], other, null]);
  });

  it('serves another network before further accounts of a network', async () => {
    const accounts = [];
    for (let n = 0; n < 3; n += 1)
      accounts.push(await upload({ ...(await files.account('free')), address: '203.0.113.8' }));
    const other = await upload({ ...(await files.account('free')), address: '198.51.100.8' });
    const order = [await claimed(), await claimed(), await claimed(), await claimed()];
    expect(order).toEqual([accounts[0], other, accounts[1], accounts[2]]);
  });

  it('serves accounts in turns whose address many share', async () => {
    const [one, two] = [await files.account('free'), await files.account('free')];
    const first = [
      await upload({ ...one, address: '10.0.0.1' }),
      await upload({ ...one, address: '10.0.0.1' }),
    ];
    const second = await upload({ ...two, address: '10.0.0.1' });
    expect([await claimed(), await claimed(), await claimed()]).toEqual([first[0], second, null]);
  });

  it('serves networks and accounts in turns', async () => {
    const one = await files.account('pro');
    const first = [await upload(one), await upload(one)];
    const second = [await upload(anonymous('198.51.100.10')), await upload(anonymous('198.51.100.10'))];
    const order = [];
    for (let n = 0; n < 4; n += 1) {
      const id = (await claimed()) ?? '';
      order.push(id);
      await finish(id);
      files.clock.advance(1);
    }
    expect(order).toEqual([first[0], second[0], first[1], second[1]]);
  });

  it('tries a postponed preview again later, and gives up after five attempts', async () => {
    const id = await upload(anonymous('203.0.113.7'));
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const file = await queue.claim();
      expect(file?.previewAttempts).toBe(attempt);
      if (file) await queue.postpone(file);
      await expect(claimed()).resolves.toBeNull();
      files.clock.advance(2 * MINUTE_MS);
    }
    await expect(claimed()).resolves.toBeNull();
    await expect(files.rows('SELECT preview_state AS state FROM files WHERE id = $1', [id])).resolves.toEqual(
      [{ state: 'failed' }],
    );
  });

  it('gives the preview of a killed worker to another one', async () => {
    const id = await upload(anonymous('203.0.113.7'));
    await expect(claimed()).resolves.toBe(id);
    await expect(claimed()).resolves.toBeNull();
    files.clock.advance(2 * MINUTE_MS);
    await expect(claimed()).resolves.toBe(id);
  });

  it('keeps no address of a network', async () => {
    await upload(anonymous('203.0.113.7'));
    const shares = JSON.stringify(await files.rows('SELECT preview_share FROM files'));
    expect(shares).toContain('network:');
    expect(shares).not.toContain('203.0.113');
  });
});
