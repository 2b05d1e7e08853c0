import { type ObjectStore, openS3Store } from '@waybill/storage';
import {
  type PostgresServer,
  type RabbitMqServer,
  type RedisServer,
  type S3Server,
  startMinio,
  startPostgresServer,
  startRabbitMq,
  startRedis,
} from '@waybill/testing';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Environment } from './environment.js';

const BUCKET = 'waybill';

/** Why this machine cannot start the servers of the cluster profile: a sentence for each of them. */
export const missingServers = [startRabbitMq, startRedis, startMinio].flatMap(
  (start) => start.unavailable() ?? [],
);
for (const reason of missingServers) process.stderr.write(`Skipped tests on real servers: ${reason}\n`);

/** `describe`, or a skip where a server is not available. */
export const describeOnServers: typeof describe = missingServers.length === 0 ? describe : describe.skip;

/** The four servers of the cluster profile. A test can kill and restart each of them. */
export class RealServers {
  private readonly keys = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'));

  private constructor(
    readonly postgres: PostgresServer,
    readonly rabbitMq: RabbitMqServer,
    readonly redis: RedisServer,
    readonly minio: S3Server,
    readonly store: ObjectStore,
  ) {}

  static async start(): Promise<RealServers> {
    const [postgres, rabbitMq, redis, minio] = await Promise.all([
      startPostgresServer(),
      startRabbitMq(),
      startRedis(),
      startMinio(),
    ]);
    const { region, accessKey, secretKey } = minio;
    const endpoint = new URL(minio.endpoint);
    const store = await openS3Store({ endpoint, region, bucket: BUCKET, accessKey, secretKey });
    return new RealServers(postgres, rabbitMq, redis, minio, store);
  }

  get environment(): Environment {
    const { endpoint, region, accessKey, secretKey } = this.minio;
    const [SESSION_SECRET = '', ENCRYPTION_KEY = ''] = this.keys;
    return {
      DATABASE_URL: this.postgres.url,
      RABBITMQ_URL: this.rabbitMq.url,
      REDIS_URL: this.redis.url,
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
      SESSION_SECRET,
      ENCRYPTION_KEY,
    };
  }

  /** Runs a statement on a connection of its own. @returns its rows */
  async query<R extends object>(sql: string, values: readonly unknown[] = []): Promise<R[]> {
    const client = new Client({ connectionString: this.postgres.url });
    await client.connect();
    try {
      return (await client.query<R>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    await Promise.all([this.postgres, this.rabbitMq, this.redis, this.minio].map((server) => server.stop()));
  }
}
