import type { AnalyticsReport } from '@waybill/contracts';
import { eventually, WebhookReceiver } from '@waybill/testing';
import { Standalone } from '../support/standalone.js';
import { binaryFile, ApiClient } from '../support/api-client.js';

const ROUNDS = 3;

describe('kill -9 of a standalone Waybill under load', () => {
  let waybill: Standalone;
  let owner: ApiClient;
  beforeAll(async () => {
    waybill = await Standalone.start({
      PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z',
      WEBHOOK_PRIVATE_NETWORKS: 'allow',
    });
    owner = await ApiClient.signedIn(waybill.url);
  });
  afterAll(() => waybill.dispose());

  it('keeps all acknowledged uploads', async () => {
    const acknowledged = new Map<string, Buffer>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const uploads = Array.from({ length: 6 }, (_, index) => uploadUntilKilled(owner, acknowledged, index));
      try {
        await eventually(() => expect(acknowledged.size).toBeGreaterThan(round * 5));
      } finally {
        await waybill.kill();
      }
      await Promise.all(uploads);
      await waybill.run();
    }
    const listed = await owner.files();
    const ids = new Set(listed.map(({ id }) => id));
    for (const [id, bytes] of acknowledged) {
      expect(ids).toContain(id);
      const response = await owner.get(`/api/files/${id}/download`);
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    }
  });

  it('counts every acknowledged visit exactly once', async () => {
    const id = await owner.upload(binaryFile(1000));
    let served = 0;
    let begun = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const target = served + 20;
      let running = true;
      const visits = Array.from({ length: 4 }, async () => {
        while (running) {
          begun += 1;
          try {
            const response = await new ApiClient(waybill.url).get(`/api/files/${id}/download`);
            if (response.status !== 200) continue;
            await response.arrayBuffer();
            served += 1;
          } catch {
            return;
          }
        }
      });
      try {
        await eventually(() => expect(served).toBeGreaterThan(target));
      } finally {
        await waybill.kill();
        running = false;
      }
      await Promise.all(visits);
      await waybill.run();
    }
    const { viewCount } = await owner.file(id);
    expect(viewCount).toBeGreaterThanOrEqual(served);
    expect(viewCount).toBeLessThanOrEqual(begun);
    await eventually(
      async () => {
        const report = (await (await owner.get(`/api/files/${id}/analytics`)).json()) as AnalyticsReport;
        expect(report.summary.totalViews).toBe(viewCount);
        expect(report.series.at(-1)?.views).toBe(viewCount);
      },
      { timeoutMs: 60_000 },
    );
  });

  it('keeps the retries of webhooks, in their order', async () => {
    const receiver = await WebhookReceiver.start();
    receiver.answer = () => null;
    // A new account: events of the owner's uploads, delayed by the kills above, would reach a webhook of the owner.
    const sender = await ApiClient.signedIn(waybill.url);
    const created = await sender.json('POST', '/api/webhooks', {
      url: receiver.url(),
      events: ['upload.finished'],
    });
    const { id } = (await created.json()) as { id: string };
    const first = await sender.upload();
    await receiver.arrived(1);
    const ids = [first, await sender.upload()];
    await eventually(async () => {
      const pending = (await (await sender.get(`/api/webhooks/${id}/deliveries`)).json()) as unknown[];
      expect(pending).toHaveLength(2);
    });
    await waybill.kill();
    receiver.answer = () => ({ status: 200 });
    await waybill.run();
    const files = await eventually(() => {
      const found = receiver.posts.map(
        ({ body }) => (JSON.parse(body) as { data: { fileId: string } }).data.fileId,
      );
      expect(found).toContain(ids[1]);
      return found;
    });
    // Attempts for the first file: without an answer before the kill, and one after it.
    const attempts = files.slice(0, -1);
    expect(attempts.length).toBeGreaterThan(1);
    expect(files).toEqual([...attempts.map(() => ids[0]), ids[1]]);
    await receiver.close();
  });

  it('keeps accounts, sessions and settings', async () => {
    const id = await owner.upload();
    await owner.settings(id, { password: 'open sesame', deleteAt: null, originalName: 'kept.txt' });
    await waybill.kill();
    await waybill.run();
    expect((await owner.get('/api/user')).status).toBe(200);
    expect(await owner.file(id)).toMatchObject({
      originalName: 'kept.txt',
      password: { Valid: true },
      deleteAt: { Time: null },
    });
  });
});

/** Upper bound of uploads. Waybill is killed long before it has accepted so many. */
const MAX_UPLOADS = 10_000;

/** Uploads files and records acknowledged ones until the connection breaks. */
async function uploadUntilKilled(
  owner: ApiClient,
  acknowledged: Map<string, Buffer>,
  seed: number,
): Promise<void> {
  for (let count = 0; count < MAX_UPLOADS; count++) {
    const file = binaryFile(700_000 + seed * 1000 + acknowledged.size);
    try {
      const id = await owner.upload(file);
      acknowledged.set(id, Buffer.from(file.bytes));
    } catch {
      return;
    }
  }
  throw new Error('The connection did not break');
}
