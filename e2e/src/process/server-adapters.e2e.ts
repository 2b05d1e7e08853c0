import { describeWithServer, startMinio, startPostgres, startRabbitMq, startRedis } from '@waybill/testing';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../support/environment.js';
import { Standalone } from '../support/standalone.js';
import { runSmokeFlow } from '../support/smoke-flow.js';

/** Runs the smoke flow on a standalone Waybill with one external server. */
async function runSmokeFlowOn(
  environment: Environment,
  inspect: (waybill: Standalone) => void = () => undefined,
): Promise<void> {
  const waybill = await Standalone.start({ PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z', ...environment });
  try {
    await runSmokeFlow(waybill.url, () => inspect(waybill));
  } finally {
    await waybill.dispose();
  }
}

describeWithServer('RABBITMQ_URL', startRabbitMq, (server) => {
  it('sends requests and events over RabbitMQ', () => runSmokeFlowOn({ RABBITMQ_URL: server().url }));
});

describeWithServer('REDIS_URL', startRedis, (server) => {
  it('stores jobs and rate limits in Redis', () => runSmokeFlowOn({ REDIS_URL: server().url }));
});

describeWithServer('S3_ENDPOINT', startMinio, (server) => {
  it('stores objects in the S3 store', () => {
    const { endpoint, accessKey, secretKey } = server();
    return runSmokeFlowOn(
      { S3_ENDPOINT: endpoint, S3_BUCKET: 'waybill', S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey },
      ({ dataDir }) => expect(existsSync(join(dataDir, 'objects'))).toBe(false),
    );
  });
});

describe('DATABASE_URL', () => {
  it('stores data in the given PostgreSQL', async () => {
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
