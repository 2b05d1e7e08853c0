import { type DynamicModule, Module } from '@nestjs/common';
import { AnalyticsModule, analyticsDatabase } from '@waybill/analytics';
import { AuthModule, authDatabase } from '@waybill/auth';
import { BillingModule, billingDatabase } from '@waybill/billing';
import { BusModule, InProcessTransport } from '@waybill/bus';
import { FilesModule, FilesWorkerModule, filesDatabase } from '@waybill/files';
import { createGateway, GatewayModule } from '@waybill/gateway';
import { JobsModule } from '@waybill/jobs';
import { LimiterModule } from '@waybill/limiter';
import { MailModule, OnDiskMailer, SmtpMailer } from '@waybill/mail';
import { ConfigurationError, createLogger, NestLogger, ServiceKitModule } from '@waybill/service-kit';
import { SharingModule, sharingDatabase } from '@waybill/sharing';
import { FilesystemObjectStore, type FilesystemOptions, Keyring, StorageModule } from '@waybill/storage';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { openDatabase } from './database.js';
import { takeDataFolder } from './data-folder.js';
import type { StandaloneEnvironment } from './environment.js';
import { loadSecrets } from './secrets.js';
import { type ServiceSpec, startServiceProcess } from './service-process.js';
import { Shutdown } from './shutdown.js';
import { findSoffice } from './soffice.js';

export interface Waybill {
  /** Where this process listens. */
  readonly address: string;
  /** Ends everything it started, its children included. */
  close(): Promise<void>;
}

@Module({})
class GatewayProcess {}

/**
 * Every service in this process, on the adapters of a single machine (design, rule 10).
 * @param webRoot folder of the built web client
 * @param objects how files are kept; only the benchmark changes it
 * @throws ConfigurationError in one sentence when it cannot start
 */
export async function startWaybill(
  env: StandaloneEnvironment,
  webRoot: string | null,
  objects: FilesystemOptions = {},
): Promise<Waybill> {
  const shutdown = new Shutdown();
  try {
    return await start(env, webRoot, objects, shutdown);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

async function start(
  env: StandaloneEnvironment,
  webRoot: string | null,
  objects: FilesystemOptions,
  shutdown: Shutdown,
): Promise<Waybill> {
  const logger = createLogger('gateway', env.LOG_LEVEL);
  const folder = await takeDataFolder(env.DATA_DIR);
  shutdown.add(() => folder.release());
  const secrets = await loadSecrets(folder.path);
  const sessionSecret = env.SESSION_SECRET ?? Buffer.from(secrets.SESSION_SECRET, 'base64');
  const keyring = new Keyring(env.ENCRYPTION_KEY ?? [Buffer.from(secrets.ENCRYPTION_KEY, 'base64')]);

  const database = await openDatabase(env.DATABASE_URL, folder.path);
  shutdown.add(() => database.close());
  const transport = await InProcessTransport.open({ databaseUrl: database.url, logger });
  shutdown.add(() => transport.close());

  const promotion = { endsAt: env.PROMOTION_ENDS_AT ?? null, message: env.PROMOTION_MESSAGE ?? null };
  const store = new FilesystemObjectStore(join(folder.path, 'objects'), objects);
  const limiter = () => LimiterModule.forMemory();
  const jobs = () => JobsModule.forRoot({ backend: { kind: 'postgres', url: database.url }, work: true });
  const storage = () => StorageModule.forRoot({ store, keyring });
  const mailer = env.SMTP_URL
    ? new SmtpMailer(env.SMTP_URL, env.MAIL_FROM)
    : new OnDiskMailer(join(folder.path, 'mails'), env.MAIL_FROM, logger);
  const filesConfig = {
    promotion,
    tokenSecret: derive(sessionSecret, 'file-tokens'),
    previews: { sofficePath: findSoffice() },
  };

  const services: ServiceSpec[] = [
    {
      name: 'auth',
      database: authDatabase,
      modules: [limiter(), AuthModule.forRoot({ activationRequired: env.SMTP_URL !== undefined, promotion })],
    },
    {
      name: 'files',
      database: filesDatabase,
      modules: [
        limiter(),
        jobs(),
        storage(),
        FilesModule.forRoot(filesConfig),
        FilesWorkerModule.forRoot(filesConfig),
      ],
    },
    {
      name: 'sharing',
      database: sharingDatabase,
      modules: [
        limiter(),
        jobs(),
        MailModule.forRoot({ mailer }),
        SharingModule.forRoot({ publicUrl: env.PUBLIC_URL.origin, contactEmail: env.CONTACT_EMAIL }),
      ],
    },
    {
      name: 'analytics',
      database: analyticsDatabase,
      modules: [AnalyticsModule.forRoot({ visitorSalt: derive(sessionSecret, 'visitors') })],
    },
    { name: 'billing', database: billingDatabase, modules: [BillingModule.forRoot({ promotion })] },
  ];
  for (const spec of services) {
    const service = await startServiceProcess(spec, {
      databaseUrl: database.url,
      transport,
      logLevel: env.LOG_LEVEL,
    });
    shutdown.add(() => service.close());
  }

  const gatewayConfig = {
    publicUrl: env.PUBLIC_URL,
    sessionSecret,
    trustProxy: env.TRUST_PROXY,
    webRoot,
    officeViewerUrl: env.OFFICE_VIEWER_URL || null,
  };
  const root: DynamicModule = {
    module: GatewayProcess,
    imports: [
      ServiceKitModule.forRoot(logger),
      BusModule.forClient(transport),
      storage(),
      GatewayModule.forRoot(gatewayConfig),
    ],
  };
  const gateway = await createGateway(root, gatewayConfig, new NestLogger(logger));
  shutdown.add(() => gateway.close());
  await listen(gateway, env);
  return { address: await gateway.getUrl(), close: () => shutdown.run() };
}

async function listen(
  gateway: { listen(port: number, host: string): Promise<unknown> },
  { PORT, HOST }: StandaloneEnvironment,
): Promise<void> {
  try {
    await gateway.listen(PORT, HOST);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new ConfigurationError(`PORT: port ${PORT} on ${HOST} is in use already.`);
    if (code === 'EACCES') throw new ConfigurationError(`PORT: this user may not listen on port ${PORT}.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new ConfigurationError(`HOST: ${HOST} is no address of this machine.`);
    }
    throw error;
  }
}

/** A key of its own for each use of the one secret. */
function derive(secret: Buffer, use: string): Buffer {
  return createHmac('sha256', secret).update(use).digest();
}
