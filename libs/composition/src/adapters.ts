import type { DynamicModule } from '@nestjs/common';
import { type BusTransport, openRabbitMq } from '@waybill/bus/client';
import { CacheModule } from '@waybill/cache';
import type { ServiceDatabase } from '@waybill/database';
import type { MailAddress } from '@waybill/mail';
import { contactAddress } from '@waybill/mail/env';
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

/** What a root has settled before any adapter can be chosen; a process among many has what it reads alone. */
export interface AdapterOptions {
  readonly databaseUrl: string | undefined;
  /** The newest first. */
  readonly sessionSecrets: readonly Buffer[] | undefined;
  readonly encryptionKeys: readonly Buffer[] | undefined;
  /** Milliseconds that a start waits for PostgreSQL and Redis; half a minute when left out. */
  readonly startTimeoutMs?: number;
  /** Off for the benchmark alone: bytes are acknowledged before they are synced to disk. */
  readonly syncObjects?: boolean;
}

/**
 * The adapters that an environment asks for. Each server variable switches one part on its own; what is not set
 * stays on this machine (contract, "Configuration"). What only some processes need is loaded where it is asked for: a
 * gateway is a third smaller without it.
 */
export class Adapters {
  private constructor(
    private readonly environment: SharedEnvironment,
    private readonly foundations: AdapterOptions,
    readonly transport: BusTransport,
    private readonly store: ObjectStore,
    private readonly logger: Logger,
  ) {}

  static async open(
    environment: SharedEnvironment,
    foundations: AdapterOptions,
    logger: Logger,
  ): Promise<Adapters> {
    const store = await openStore(environment, foundations);
    const transport = await openTransport(environment, foundations, logger);
    return new Adapters(environment, foundations, transport, store, logger);
  }

  /** @param database the service's own schema */
  async database(database: ServiceDatabase): Promise<DynamicModule> {
    const { DatabaseModule } = await import('@waybill/database');
    const { startTimeoutMs: patienceMs } = this.foundations;
    return DatabaseModule.forService(requireValue('DATABASE_URL', this.foundations.databaseUrl), database, {
      runMigrations: this.environment.RUN_MIGRATIONS,
      ...(patienceMs && { patienceMs }),
    });
  }

  /** Where contact messages go. */
  get contactAddress(): MailAddress {
    return contactAddress(this.environment);
  }

  async limiter(): Promise<DynamicModule> {
    const { LimiterModule } = await import('@waybill/limiter');
    const { REDIS_URL } = this.environment;
    return REDIS_URL === undefined ? LimiterModule.forMemory() : LimiterModule.forRedis(REDIS_URL);
  }

  cache(): DynamicModule {
    const { REDIS_URL } = this.environment;
    return REDIS_URL === undefined ? CacheModule.forMemory() : CacheModule.forRedis(REDIS_URL);
  }

  /** @param work whether this process performs jobs, or only adds them */
  async jobs(work: boolean): Promise<DynamicModule> {
    const { JobsModule } = await import('@waybill/jobs');
    const { REDIS_URL } = this.environment;
    const { databaseUrl, startTimeoutMs: start } = this.foundations;
    const backend =
      REDIS_URL === undefined
        ? ({ kind: 'postgres', url: requireValue('DATABASE_URL', databaseUrl) } as const)
        : ({ kind: 'redis', url: REDIS_URL, patience: { ...(start && { start }) } } as const);
    return JobsModule.forRoot({ backend, work });
  }

  storage(): DynamicModule {
    const keyring = new Keyring(requireValue('ENCRYPTION_KEY', this.foundations.encryptionKeys));
    return StorageModule.forRoot({ store: this.store, keyring });
  }

  async mail(): Promise<DynamicModule> {
    const { MailModule, openMailbox, openMailer } = await import('@waybill/mail');
    const folder = join(this.environment.DATA_DIR, 'mails');
    return MailModule.forRoot({
      mailer: openMailer(this.environment, folder, this.logger),
      mailbox: openMailbox(this.environment, folder),
    });
  }

  /** Keys of its own for each use of the session secrets: the newest, which signs, then those that verify still. */
  secretsFor(use: string): Buffer[] {
    const secrets = requireValue('SESSION_SECRET', this.foundations.sessionSecrets);
    return secrets.map((secret) => createHmac('sha256', secret).update(use).digest());
  }

  /** After the processes on it were closed. */
  async close(): Promise<void> {
    await this.transport.close();
  }
}

/** The object store that the environment names, or the one in the data folder. */
export async function openStore(
  environment: SharedEnvironment,
  { syncObjects }: Pick<AdapterOptions, 'syncObjects'> = {},
): Promise<ObjectStore> {
  const s3 = readS3Options(environment);
  if (s3) return openS3Store(s3);
  return new FilesystemObjectStore(join(environment.DATA_DIR, 'objects'), { sync: syncObjects ?? true });
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

/** @throws Error when a process asks for what it did not say it reads */
function requireValue<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw new Error(`${name} is not among what this process reads`);
  return value;
}
