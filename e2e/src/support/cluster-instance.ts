import { openS3Store, type ObjectStore } from '@waybill/storage';
import { startMinio, startPostgres, startRabbitMq, startRedis } from '@waybill/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from './cluster.js';
import type { Environment } from './environment.js';
import { type Instance, isOfFile, mailsIn } from './instance.js';

const BUCKET = 'waybill';

interface Stoppable {
  stop(): Promise<unknown>;
}

/** A cluster on servers of its own. */
export class ClusterInstance implements Instance {
  private constructor(
    private readonly cluster: Cluster,
    private readonly store: ObjectStore,
    private readonly dataDir: string,
    private readonly servers: readonly Stoppable[],
  ) {}

  /** @param replicas processes of every service */
  static async start(environment: Environment, replicas: number): Promise<ClusterInstance> {
    const dataDir = await mkdtemp(join(tmpdir(), 'waybill-e2e-'));
    const starting = [startPostgres(), startRabbitMq(), startRedis(), startMinio()] as const;
    try {
      const servers = await Promise.all(starting);
      const [postgres, rabbitMq, redis, minio] = servers;
      const { region, accessKey, secretKey } = minio;
      const cluster = await Cluster.start(
        {
          DATABASE_URL: postgres.url,
          RABBITMQ_URL: rabbitMq.url,
          REDIS_URL: redis.url,
          S3_ENDPOINT: minio.endpoint,
          S3_REGION: region,
          S3_BUCKET: BUCKET,
          S3_ACCESS_KEY: accessKey,
          S3_SECRET_KEY: secretKey,
          DATA_DIR: dataDir,
          ...environment,
        },
        replicas,
      );
      const endpoint = new URL(minio.endpoint);
      const store = await openS3Store({ endpoint, region, bucket: BUCKET, accessKey, secretKey });
      return new ClusterInstance(cluster, store, dataDir, servers);
    } catch (error) {
      const started = await Promise.allSettled<Stoppable>(starting);
      const servers = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
      await Promise.all(servers.map((server) => server.stop()));
      await rm(dataDir, { recursive: true, force: true });
      throw error;
    }
  }

  get url(): string {
    return this.cluster.url;
  }

  mails(): Promise<string[]> {
    return mailsIn(this.dataDir);
  }

  async objects(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of this.store.list('')) if (isOfFile(key)) keys.push(key);
    return keys.sort();
  }

  async dispose(): Promise<void> {
    await this.cluster.stopNow();
    await Promise.all(this.servers.map((server) => server.stop()));
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
