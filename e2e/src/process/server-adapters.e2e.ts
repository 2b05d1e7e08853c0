import { describeWithServer, startMinio, startPostgres, startRabbitMq, startRedis } from '@waybill/testing';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../support/environment.js';
import { Standalone } from '../support/standalone.js';
import { runSmokeFlow } from '../support/smoke-flow.js';

/** It must not matter to anyone which server a part has been moved to. */
async function runSmokeFlowOn(
  environment: Environment,
  look: (waybill: Standalone) => void = () => undefined,
): Promise<void> {
  const waybill = await Standalone.start({ PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z', ...environment });
  try {
    await runSmokeFlow(waybill.url, () => look(waybill));
  } finally {
    await waybill.dispose();
  }
}

describeWithServer('RABBITMQ_URL alone', startRabbitMq, (server) => {
  it('moves requests and events to RabbitMQ', () => runSmokeFlowOn({ RABBITMQ_URL: server().url }));
});

describeWithServer('REDIS_URL alone', startRedis, (server) => {
  it('moves jobs and limits to Redis', () => runSmokeFlowOn({ REDIS_URL: server().url }));
});

describeWithServer('S3_ENDPOINT alone', startMinio, (server) => {
  it('moves the bytes to the object store', () => {
    const { endpoint, accessKey, secretKey } = server();
    return runSmokeFlowOn(
      { S3_ENDPOINT: endpoint, S3_BUCKET: 'waybill', S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey },
      ({ dataDir }) => expect(existsSync(join(dataDir, 'objects'))).toBe(false),
    );
  });
});

describe('DATABASE_URL alone', () => {
  it('moves the data to that PostgreSQL', async () => {
    const postgres = await startPostgres();
    try {
      await runSmokeFlowOn({ DATABASE_URL: postgres.url }, ({ dataDir }) =>
        expect(existsSync(join(dataDir, 'postgres'))).toBe(false),
      );
    } finally {
      await postgres.stop();
    }
  });
});
