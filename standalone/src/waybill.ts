import { type DynamicModule, Module } from '@nestjs/common';
import { analyticsProcess } from '@waybill/analytics';
import { authProcess } from '@waybill/auth';
import { billingProcess } from '@waybill/billing';
import { BusModule } from '@waybill/bus';
import { Adapters, startServiceProcess } from '@waybill/composition';
import { filesProcess } from '@waybill/files';
import { createGateway, GatewayModule } from '@waybill/gateway';
import { createLogger, NestLogger, ServiceKitModule } from '@waybill/service-kit';
import { sharingProcess } from '@waybill/sharing';
import { openDatabase } from './database.js';
import { takeDataFolder } from './data-folder.js';
import type { StandaloneEnvironment } from './environment.js';
import { listen } from './listen.js';
import { loadSecrets } from './secrets.js';
import { Shutdown } from './shutdown.js';

export interface Waybill {
  /** Where this process listens. */
  readonly address: string;
  /** Ends everything it started, its children included. */
  close(): Promise<void>;
}

export interface WaybillOptions {
  /** Folder of the built web client; null when something else serves it. */
  readonly webRoot: string | null;
  /** Off for the benchmark alone: bytes are acknowledged before they are synced to disk. */
  readonly syncObjects?: boolean;
}

const services = [authProcess, filesProcess, sharingProcess, analyticsProcess, billingProcess];

@Module({})
class GatewayProcess {}

/**
 * Every service in this process, on the adapters of a single machine (design, rule 10).
 * @throws ConfigurationError in one sentence when it cannot start
 */
export async function startWaybill(env: StandaloneEnvironment, options: WaybillOptions): Promise<Waybill> {
  const shutdown = new Shutdown();
  try {
    return await start(env, options, shutdown);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

async function start(
  env: StandaloneEnvironment,
  options: WaybillOptions,
  shutdown: Shutdown,
): Promise<Waybill> {
  const logger = createLogger('gateway', env.LOG_LEVEL);
  const folder = await takeDataFolder(env.DATA_DIR);
  shutdown.add(() => folder.release());
  const secrets = await loadSecrets(folder.path);
  const sessionSecret = env.SESSION_SECRET ?? secrets.sessionSecret;
  const database = await openDatabase(env.DATABASE_URL, folder.path);
  shutdown.add(() => database.close());
  const adapters = await Adapters.open(
    env,
    {
      databaseUrl: database.url,
      sessionSecret,
      encryptionKeys: env.ENCRYPTION_KEY ?? [secrets.encryptionKey],
      syncObjects: options.syncObjects,
    },
    logger,
  );
  shutdown.add(() => adapters.close());

  for (const spec of services) {
    const service = await startServiceProcess(spec, env, adapters);
    shutdown.add(() => service.close());
  }

  const config = {
    publicUrl: env.PUBLIC_URL,
    sessionSecret,
    trustProxy: env.TRUST_PROXY,
    webRoot: options.webRoot,
    officeViewerUrl: env.OFFICE_VIEWER_URL || null,
  };
  const root: DynamicModule = {
    module: GatewayProcess,
    imports: [
      ServiceKitModule.forRoot(logger),
      BusModule.forClient(adapters.transport),
      adapters.storage(),
      GatewayModule.forRoot(config),
    ],
  };
  const gateway = await createGateway(root, config, new NestLogger(logger));
  shutdown.add(() => gateway.close());
  return { address: await listen(gateway, env), close: () => shutdown.run() };
}
