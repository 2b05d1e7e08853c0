import { randomBytes } from 'node:crypto';

/**
 * Returns the servers of a cluster: those of the environment, and new, empty ones for the rest. `stop` stops the
 * new ones and removes their data.
 * @returns {Promise<{ environment: Record<string, string>, stop: () => Promise<void> }>}
 */
export async function openServers(given) {
  const testing = await import('../../libs/testing/dist/index.js');
  const running = [];
  const start = async (starter) => {
    const server = await starter();
    running.push(server);
    return server;
  };
  const stop = async () => void (await Promise.allSettled(running.map((server) => server.stop())));
  const key = () => randomBytes(32).toString('base64');
  try {
    const parts = await Promise.all([
      given.DATABASE_URL ? {} : start(testing.startPostgres).then(({ url }) => ({ DATABASE_URL: url })),
      given.RABBITMQ_URL ? {} : start(testing.startRabbitMq).then(({ url }) => ({ RABBITMQ_URL: url })),
      given.REDIS_URL ? {} : start(testing.startRedis).then(({ url }) => ({ REDIS_URL: url })),
      given.S3_ENDPOINT ? {} : start(testing.startMinio).then(storeEnvironment),
    ]);
    const keys = { SESSION_SECRET: key(), ENCRYPTION_KEY: key() };
    return { environment: Object.assign(keys, ...parts, given), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function storeEnvironment({ endpoint, region, accessKey, secretKey }) {
  return {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: 'waybill',
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  };
}
