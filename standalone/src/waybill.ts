import { analyticsProcess } from '@waybill/analytics';
import { authProcess } from '@waybill/auth';
import { billingProcess } from '@waybill/billing';
import {
  Adapters,
  type ProcessDefinition,
  Shutdown,
  startTelemetry,
  startServiceProcess,
} from '@waybill/composition';
import {
  loadSecrets,
  lockFolder,
  openDataFolderDatabase,
  type Secrets,
} from '@waybill/composition/data-folder';
import { filesProcess } from '@waybill/files';
import { createMailboxKey, mailboxUrl, startGateway } from '@waybill/gateway';
import { createLogger } from '@waybill/service-kit';
import { sharingProcess } from '@waybill/sharing';
import { BackupSchedule } from './backup-schedule.js';
import type { StandaloneEnvironment } from './environment.js';

export interface Waybill {
  /** URL of the gateway. */
  readonly address: string;
  /** Link to the mailbox, with the secret that opens it; null where mails are sent. */
  readonly mailboxLink: string | null;
  /** Stops all services and child processes. */
  close(): Promise<void>;
}

export interface WaybillOptions {
  /** Folder of the built web client; null when another server serves it. */
  readonly webRoot: string | null;
  /** For the benchmark only: false acknowledges bytes before they are synced to disk. */
  readonly syncObjects?: boolean;
}

/** The secrets of the environment. Those that it lacks are read from the data folder. */
async function secretsOf(env: StandaloneEnvironment, dataFolder: string): Promise<Secrets> {
  const { SESSION_SECRET: sessionSecrets, ENCRYPTION_KEY: encryptionKeys } = env;
  // A restore writes no secrets into the folder if the environment has both.
  if (sessionSecrets && encryptionKeys) return { sessionSecrets, encryptionKeys };
  const stored = await loadSecrets(dataFolder);
  return {
    sessionSecrets: sessionSecrets ?? stored.sessionSecrets,
    encryptionKeys: encryptionKeys ?? stored.encryptionKeys,
  };
}

function servicesOf({ stripe }: StandaloneEnvironment): ProcessDefinition[] {
  return [authProcess, filesProcess, sharingProcess, analyticsProcess, billingProcess(() => stripe)];
}

/**
 * Starts every service and the gateway in this process.
 * @throws ConfigurationError with one sentence when it cannot start
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
  await startTelemetry('standalone', env, logger, shutdown);
  const folder = await lockFolder(env.DATA_DIR);
  shutdown.add(() => folder.release());
  const { sessionSecrets, encryptionKeys } = await secretsOf(env, folder.path);
  const database = await openDataFolderDatabase(env.DATABASE_URL, folder.path);
  shutdown.add(() => database.close());
  const adapters = await Adapters.open(
    env,
    {
      databaseUrl: database.url,
      sessionSecrets,
      encryptionKeys,
      syncObjects: options.syncObjects,
    },
    logger,
  );
  shutdown.add(() => adapters.close());

  for (const spec of servicesOf(env)) {
    const service = await startServiceProcess(spec, env, adapters);
    shutdown.add(() => service.close());
  }

  const backups = await BackupSchedule.start({ databaseUrl: database.url, env, logger });
  if (backups) shutdown.add(() => backups.close());

  const mailboxKey = env.SMTP_URL === undefined ? createMailboxKey() : null;
  const gateway = await startGateway(env, adapters, {
    sessionSecrets,
    webRoot: options.webRoot,
    mailboxKey,
    logger,
  });
  shutdown.add(() => gateway.close());
  const mailboxLink = mailboxKey && mailboxUrl(env.PUBLIC_URL, mailboxKey);
  return { address: gateway.address, mailboxLink, close: () => shutdown.run() };
}
