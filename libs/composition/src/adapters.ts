import type { DynamicModule } from '@nestjs/common';
import { type BusTransport, openRabbitMq } from '@waybill/bus/client';
import type { ServiceDatabase } from '@waybill/database';
import type { MailAddress } from '@waybill/mail';
import { contactAddress } from '@waybill/mail/env';
import {
  CacheModule,
  MemorySignals,
  openRedis,
  RateLimiterModule,
  type RedisConnection,
  SecurityLogModule,
  SignalsModule,
} from '@waybill/redis';
import type { Logger } from '@waybill/service-kit';
import {
  FilesystemObjectStore,
  Keyring,
  type ObjectStore,
  openS3Store,
  readS3Options,
  StorageModule,
} from '@waybill/storage';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { SharedEnvironment } from './environment.js';

/**
 * Values that a composition root passes to the adapters. A process of the cluster profile has only the values it
 * reads.
 */
export interface AdapterOptions {
  readonly databaseUrl: string | undefined;
  /** Newest first. */
  readonly sessionSecrets: readonly Buffer[] | undefined;
  readonly encryptionKeys: readonly Buffer[] | undefined;
  /** Milliseconds to wait for PostgreSQL and Redis at the start. Default: 30 seconds. */
  readonly startTimeoutMs?: number;
  /** False only in the benchmark: objects are then acknowledged before they are synced to disk. */
  readonly syncObjects?: boolean;
  /** Whether this process has locked the data folder, so that no other one writes objects into it. */
  readonly holdsDataFolder?: boolean;
}

/**
 * Chooses the adapters by environment variables. Each variable of a server switches one adapter; without it that
 * part stays on this machine (contract, "Configuration"). Adapters that only some processes need are loaded on
 * demand, which makes the gateway a third smaller.
 */
export class Adapters {
  private redis: Promise<RedisConnection> | undefined;
  /** Shared by all services of the process. */
  private readonly memorySignals = new MemorySignals();

  private constructor(
    private readonly environment: SharedEnvironment,
    private readonly options: AdapterOptions,
    readonly transport: BusTransport,
    private readonly store: ObjectStore,
    private readonly logger: Logger,
  ) {}

  static async open(
    environment: SharedEnvironment,
    options: AdapterOptions,
    logger: Logger,
  ): Promise<Adapters> {
    const store = await openStore(environment, options);
    const transport = await openTransport(environment, options, logger);
    return new Adapters(environment, options, transport, store, logger);
  }

  /** @param database schema and migrations of the service */
  async database(database: ServiceDatabase): Promise<DynamicModule> {
    const { DatabaseModule } = await import('@waybill/database');
    const { startTimeoutMs: connectTimeoutMs } = this.options;
    return DatabaseModule.forService(requireValue('DATABASE_URL', this.options.databaseUrl), database, {
      runMigrations: this.environment.RUN_MIGRATIONS,
      poolSize: this.environment.DATABASE_POOL_SIZE,
      ...(connectTimeoutMs && { connectTimeoutMs }),
    });
  }

  /** Recipient of the messages of the contact form. */
  get contactAddress(): MailAddress {
    return contactAddress(this.environment);
  }

  async limiter(): Promise<DynamicModule> {
    const { REDIS_URL: url } = this.environment;
    return url === undefined
      ? RateLimiterModule.forMemory()
      : RateLimiterModule.forRedis(await this.sharedRedis(url));
  }

  async cache(): Promise<DynamicModule> {
    const { REDIS_URL: url } = this.environment;
    return url === undefined ? CacheModule.forMemory() : CacheModule.forRedis(await this.sharedRedis(url));
  }

  async signals(): Promise<DynamicModule> {
    const { REDIS_URL: url } = this.environment;
    return url === undefined
      ? SignalsModule.forMemory(this.memorySignals)
      : SignalsModule.forRedis(await this.sharedRedis(url));
  }

  /** @param performs whether this process performs jobs, or only enqueues them */
  async jobs({ performs }: { readonly performs: boolean }): Promise<DynamicModule> {
    const { JobsModule } = await import('@waybill/jobs');
    const { REDIS_URL } = this.environment;
    const { databaseUrl, startTimeoutMs: start } = this.options;
    const backend =
      REDIS_URL === undefined
        ? ({ kind: 'postgres', url: requireValue('DATABASE_URL', databaseUrl) } as const)
        : ({ kind: 'redis', url: REDIS_URL, timeouts: { ...(start && { startMs: start }) } } as const);
    return JobsModule.forRoot({ backend, performs });
  }

  storage(): DynamicModule {
    return StorageModule.forRoot({ store: this.store, keyring: this.keyring() });
  }

  securityLog(): DynamicModule {
    return SecurityLogModule.forRoot(this.keyring().networkHashKey);
  }

  async mail(): Promise<DynamicModule> {
    const { MailModule, openMailbox, openMailer } = await import('@waybill/mail');
    const folder = join(this.environment.DATA_DIR, 'mails');
    return MailModule.forRoot({
      mailer: openMailer(this.environment, folder, this.logger),
      mailbox: openMailbox(this.environment, folder),
    });
  }

  /** The master keys, which wrap the keys of objects and the secrets of authenticator apps. */
  keyring(): Keyring {
    return new Keyring(requireValue('ENCRYPTION_KEY', this.options.encryptionKeys));
  }

  /** Derives keys for one purpose from the session secrets. The first key signs; all of them verify. */
  secretsFor(use: string): Buffer[] {
    const secrets = requireValue('SESSION_SECRET', this.options.sessionSecrets);
    return secrets.map((secret) => createHmac('sha256', secret).update(use).digest());
  }

  /** Closes the shared connections. Must be called after the processes that use them are closed. */
  async close(): Promise<void> {
    await this.transport.close();
    (await this.redis)?.disconnect();
  }

  private sharedRedis(url: string): Promise<RedisConnection> {
    this.redis ??= openRedis(url, this.logger);
    return this.redis;
  }
}

/** Opens the S3 store of the environment, or else the object store in the data folder. */
export async function openStore(
  environment: SharedEnvironment,
  { syncObjects, holdsDataFolder }: Pick<AdapterOptions, 'syncObjects' | 'holdsDataFolder'> = {},
): Promise<ObjectStore> {
  const s3 = readS3Options(environment);
  if (s3) return openS3Store(s3);
  const store = new FilesystemObjectStore(join(environment.DATA_DIR, 'objects'), {
    sync: syncObjects ?? true,
    minFreeBytes: environment.MIN_FREE_DISK_BYTES ?? 'automatic',
  });
  // Not awaited: the start does not wait for it. After a failure, a sweep removes the leftovers within some 25 hours.
  if (holdsDataFolder) store.removeInterruptedPuts().catch(() => undefined);
  return store;
}

async function openTransport(
  { RABBITMQ_URL }: SharedEnvironment,
  { databaseUrl }: AdapterOptions,
  logger: Logger,
): Promise<BusTransport> {
  if (RABBITMQ_URL !== undefined) return openRabbitMq({ url: RABBITMQ_URL, logger });
  const { InProcessTransport } = await import('@waybill/bus');
  return InProcessTransport.open({ databaseUrl: requireValue('DATABASE_URL', databaseUrl), logger });
}

/** @throws Error when the variable is missing from the variables of the process definition */
function requireValue<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw new Error(`${name} is not among the variables of this process`);
  return value;
}
