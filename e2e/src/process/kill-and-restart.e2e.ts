import type { AnalyticsReport } from '@waybill/contracts';
import { eventually, WebhookReceiver } from '@waybill/testing';
import { Standalone } from '../support/standalone.js';
import { binaryFile, ApiClient } from '../support/api-client.js';

const ROUNDS = 3;

describe('kill -9 of a standalone Waybill under load', () => {
  let waybill: Standalone;
  let owner: ApiClient;
  /** Bytes of the uploads that were acknowledged, by id. */
  const acknowledged = new Map<string, Buffer>();
  /** Numbers of visits of one file: those that got the whole file, and those that began. */
  const visits = { served: 0, begun: 0 };
  let visitedId: string;
  let settledId: string;

  beforeAll(async () => {
    waybill = await Standalone.start({
      PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z',
      WEBHOOK_PRIVATE_NETWORKS: 'allow',
    });
    owner = await ApiClient.signedIn(waybill.url);
    visitedId = await owner.upload(binaryFile(1000));
    settledId = await owner.upload();
    await owner.settings(settledId, { password: 'open sesame', deleteAt: null, originalName: 'kept.txt' });
    for (let round = 0; round < ROUNDS; round += 1) await killUnderLoad();
  });
  afterAll(() => waybill.dispose());

  /** Uploads and visits at the same time, kills Waybill in the midst of both, and starts it again. */
  async function killUnderLoad(): Promise<void> {
    const uploadsBefore = acknowledged.size;
    const visitsBefore = visits.served;
    const load = [
      ...Array.from({ length: 6 }, (_, index) => uploadUntilKilled(owner, acknowledged, index)),
      ...Array.from({ length: 4 }, () => visitUntilKilled()),
    ];
    try {
      await eventually(() => {
        expect(acknowledged.size).toBeGreaterThan(uploadsBefore + 5);
        expect(visits.served).toBeGreaterThan(visitsBefore + 20);
      });
    } finally {
      await waybill.kill();
    }
    await Promise.all(load);
    await waybill.run();
  }

  async function visitUntilKilled(): Promise<void> {
    const visitor = () => new ApiClient(waybill.url);
    for (let count = 0; count < MAX_CALLS; count++) {
      visits.begun += 1;
      try {
        const response = await visitor().get(`/api/files/${visitedId}/download`);
        if (response.status !== 200) continue;
        await response.arrayBuffer();
        visits.served += 1;
      } catch {
        return;
      }
    }
    throw new Error('The connection did not break');
  }

  it('keeps all acknowledged uploads', async () => {
    const listed = await owner.files();
    const ids = new Set(listed.map(({ id }) => id));
    for (const [id, bytes] of acknowledged) {
      expect(ids).toContain(id);
      const response = await owner.get(`/api/files/${id}/download`);
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    }
  });

  it('counts every acknowledged visit exactly once', async () => {
    const { viewCount } = await owner.file(visitedId);
    expect(viewCount).toBeGreaterThanOrEqual(visits.served);
    expect(viewCount).toBeLessThanOrEqual(visits.begun);
    await eventually(
      async () => {
        const answer = await owner.get(`/api/files/${visitedId}/analytics`);
        const report = (await answer.json()) as AnalyticsReport;
        expect(report.summary.totalViews).toBe(viewCount);
        expect(report.series.at(-1)?.views).toBe(viewCount);
      },
      { timeoutMs: 60_000 },
    );
  });

  it('keeps accounts, sessions and settings', async () => {
    expect((await owner.get('/api/user')).status).toBe(200);
    expect(await owner.file(settledId)).toMatchObject({
      originalName: 'kept.txt',
      password: { Valid: true },
      deleteAt: { Time: null },
    });
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
});

/** Upper bound of the calls of one client. Waybill is killed long before it has answered so many. */
const MAX_CALLS = 10_000;

/** Uploads files and records acknowledged ones until the connection breaks. */
async function uploadUntilKilled(
  owner: ApiClient,
  acknowledged: Map<string, Buffer>,
  seed: number,
): Promise<void> {
  for (let count = 0; count < MAX_CALLS; count++) {
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
