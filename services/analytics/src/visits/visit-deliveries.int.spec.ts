import { type BusTransport, InProcessTransport, openRabbitMq } from '@waybill/bus';
import { createLogger } from '@waybill/service-kit';
import { describeWithServer, eventually, startRabbitMq } from '@waybill/testing';
import { AnalyticsUnderTest } from '../testing/analytics-under-test.js';

const logger = createLogger('test', 'silent');
const retry = { attempts: 3, firstDelayMs: 10, longestDelayMs: 50 };
const TIMEOUT = { timeoutMs: 60_000 };

describe('VisitEntryConsumer on the in-process bus', () => {
  describeDeliveries((databaseUrl) => InProcessTransport.open({ databaseUrl, logger, retry }));
});

describeWithServer('VisitEntryConsumer on RabbitMQ', startRabbitMq, (server) => {
  describeDeliveries(() => openRabbitMq({ url: server().url, logger, retry }));
});

function describeDeliveries(openBus: (databaseUrl: string) => Promise<BusTransport>): void {
  let analytics: AnalyticsUnderTest;

  beforeAll(async () => {
    analytics = await AnalyticsUnderTest.start(openBus);
  });
  afterAll(() => analytics.close());

  const viewsOf = async (file: { fileId: string; userId: string }) =>
    (await analytics.report(file)).summary.totalViews;

  it('counts a visit once, even if it is delivered a thousand times', async () => {
    const file = await analytics.upload();
    const publisher = analytics.service.transport.publisher();
    const visit = analytics.visitMessage(file.fileId);
    await Promise.all(Array.from({ length: 1000 }, () => publisher.publish(visit)));
    // Events of one subject are handled in order: once this visit is counted, all earlier deliveries were handled.
    await publisher.publish(analytics.visitMessage(file.fileId));

    await eventually(async () => expect(await viewsOf(file)).toBeGreaterThan(1), TIMEOUT);
    expect(await analytics.report(file)).toMatchObject({
      summary: { totalViews: 2, uniqueVisitors: 1 },
      countries: [{ country: 'Unknown', count: 2 }],
      series: [{ views: 1 }, { views: 2 }],
    });
  });

  it('counts other visits while one is dead-lettered, and counts that one after its replay', async () => {
    const file = await analytics.upload();
    const { transport } = analytics.service;
    await analytics.database.query(
      "ALTER TABLE entries ADD CONSTRAINT poison CHECK (user_agent <> 'poison')",
    );
    const poison = analytics.visitMessage(file.fileId, { userAgent: 'poison' });
    await transport.publisher().publish(poison);
    for (let turn = 0; turn < 50; turn++)
      await transport.publisher().publish(analytics.visitMessage(file.fileId));

    await eventually(async () => expect(await viewsOf(file)).toBe(50), TIMEOUT);
    const key = { eventId: poison.id, consumer: 'analytics' };
    await eventually(async () => {
      const dead = { ...key, attempts: 3, error: expect.stringContaining('"poison"') as string };
      expect(await transport.deadLetters().list()).toMatchObject([dead]);
    }, TIMEOUT);

    await analytics.database.query('ALTER TABLE entries DROP CONSTRAINT poison');
    await expect(transport.deadLetters().replay(key)).resolves.toBe(true);
    await eventually(async () => expect(await viewsOf(file)).toBe(51), TIMEOUT);
    await expect(transport.deadLetters().list()).resolves.toEqual([]);
  });
}
