import { openS3Store, type ObjectStore } from '@waybill/storage';
import { startMinio, startPostgres, startRabbitMq, startRedis } from '@waybill/testing';
import { Redis } from 'ioredis';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from './cluster.js';
import type { Environment } from './environment.js';
import { type Instance, MARKER_KEY, mailsIn } from './instance.js';

const BUCKET = 'waybill';

interface Stoppable {
  stop(): Promise<unknown>;
}

/** Setting that the cluster always has, because it runs behind its proxy. */
const CLUSTER_DEFAULTS = { TRUST_PROXY: 'loopback' };

/** A cluster on servers of its own. Kept running for the next test with the same environment, because it starts slowly. */
export class ClusterInstance implements Instance {
  private static kept: { readonly wanted: string; readonly instance: ClusterInstance } | undefined;

  private constructor(
    private readonly cluster: Cluster,
    private readonly store: ObjectStore,
    private readonly dataDir: string,
    private readonly redisUrl: string,
    private readonly servers: readonly Stoppable[],
  ) {}

  static async start(environment: Environment = {}): Promise<ClusterInstance> {
    const wanted = JSON.stringify({ ...CLUSTER_DEFAULTS, ...environment });
    if (this.kept?.wanted === wanted) {
      await this.kept.instance.resetRateLimits();
      return this.kept.instance;
    }
    await this.stopKept();
    const instance = await this.startNew(environment);
    this.kept = { wanted, instance };
    return instance;
  }

  /** Stops the kept cluster, if any, and removes its data. */
  static async stopKept(): Promise<void> {
    const { kept } = this;
    this.kept = undefined;
    await kept?.instance.stopAll();
  }

  private static async startNew(environment: Environment): Promise<ClusterInstance> {
    const dataDir = await mkdtemp(join(tmpdir(), 'waybill-e2e-'));
    const servers = await Promise.all([startPostgres(), startRabbitMq(), startRedis(), startMinio()]);
    const [postgres, rabbitMq, redis, minio] = servers;
    const { region, accessKey, secretKey } = minio;
    try {
      const cluster = await Cluster.start({
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
      });
      const endpoint = new URL(minio.endpoint);
      const store = await openS3Store({ endpoint, region, bucket: BUCKET, accessKey, secretKey });
      return new ClusterInstance(cluster, store, dataDir, redis.url, servers);
    } catch (error) {
      await Promise.all(servers.map((server) => server.stop()));
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
    for await (const { key } of this.store.list('')) if (key !== MARKER_KEY) keys.push(key);
    return keys.sort();
  }

  /** Does nothing: the cluster is kept until a test needs another environment. */
  dispose(): Promise<void> {
    return Promise.resolve();
  }

  /** Resets all rate limits, because all tests share one client address. */
  private async resetRateLimits(): Promise<void> {
    const redis = new Redis(this.redisUrl);
    const keys = await redis.keys('limit:*');
    if (keys.length > 0) await redis.del(keys);
    redis.disconnect();
  }

  private async stopAll(): Promise<void> {
    await this.cluster.stopNow();
    await Promise.all(this.servers.map((server) => server.stop()));
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
