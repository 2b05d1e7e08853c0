import type { AnalyticsReport } from '@waybill/contracts';
import {
  describeWithServer,
  eventually,
  startMinio,
  startPostgres,
  startRabbitMq,
  startRedis,
} from '@waybill/testing';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, Instance } from '../support/instance.js';
import { binaryFile, Person } from '../support/person.js';

/** The story in short, over HTTP: it must not matter to anyone which server a part has been moved to. */
async function tellTheStory(environment: Environment, look: (waybill: Instance) => void = () => undefined) {
  const waybill = await Instance.start({ PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z', ...environment });
  try {
    const owner = await Person.signedIn(waybill.url);
    const file = binaryFile(7_000_000);
    const id = await owner.upload(file);
    await owner.settings(id, { password: 'open sesame', deleteAt: null });
    const visitor = new Person(waybill.url);
    expect((await visitor.get(`/api/files/${id}/download`)).status).toBe(401);
    const verified = await visitor.json('POST', `/api/files/${id}/verify-password`, {
      password: 'open sesame',
    });
    const { token } = (await verified.json()) as { token: string };
    const download = await visitor.get(`/api/files/${id}/download?token=${encodeURIComponent(token)}`);
    expect(Buffer.from(await download.arrayBuffer()).equals(file.bytes)).toBe(true);
    await eventually(
      async () => {
        const report = await owner.get(`/api/files/${id}/analytics`);
        expect(((await report.json()) as AnalyticsReport).summary.totalViews).toBe(1);
      },
      { timeoutMs: 20_000 },
    );
    expect(await (await fetch(`${waybill.url}/api/health`)).json()).toMatchObject({ status: 'ok' });
    look(waybill);
    expect((await owner.json('DELETE', `/api/files/${id}`)).status).toBe(204);
    expect((await visitor.get(`/api/files/${id}`)).status).toBe(404);
  } finally {
    await waybill.dispose();
  }
}

describeWithServer('RABBITMQ_URL alone', startRabbitMq, (server) => {
  it('moves requests and events to RabbitMQ', () => tellTheStory({ RABBITMQ_URL: server().url }));
});

describeWithServer('REDIS_URL alone', startRedis, (server) => {
  it('moves jobs and limits to Redis', () => tellTheStory({ REDIS_URL: server().url }));
});

describeWithServer('S3_ENDPOINT alone', startMinio, (server) => {
  it('moves the bytes to the object store', () => {
    const { endpoint, accessKey, secretKey } = server();
    return tellTheStory(
      { S3_ENDPOINT: endpoint, S3_BUCKET: 'waybill', S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey },
      ({ dataDir }) => expect(existsSync(join(dataDir, 'objects'))).toBe(false),
    );
  });
});

describe('DATABASE_URL alone', () => {
  it('moves the data to that PostgreSQL', async () => {
    const postgres = await startPostgres();
    try {
      await tellTheStory({ DATABASE_URL: postgres.url }, ({ dataDir }) =>
        expect(existsSync(join(dataDir, 'postgres'))).toBe(false),
      );
    } finally {
      await postgres.stop();
    }
  });
});
