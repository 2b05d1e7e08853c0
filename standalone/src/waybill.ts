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
import { createLogger, type Logger, settlesWithin } from '@waybill/service-kit';
import { sharingProcess } from '@waybill/sharing';
import { BackupSchedule } from './backup-schedule.js';
import type { StandaloneEnvironment } from './environment.js';

/** Time for the part that is starting when a signal arrives: migrations, or the wait for a server. In milliseconds. */
const INTERRUPTED_START_MS = 5_000;

export interface Waybill {
  /** Link to the mailbox, with the secret that opens it; null where mails are sent. */
  readonly mailboxLink: string | null;
  /** Stops all services and child processes. */
  close(): Promise<void>;
}

export interface WaybillOptions {
  /** Folder of the built web client; null when another server serves it. */
  readonly webRoot: string | null;
  /** Runs at `close`. May also run during the start. */
  readonly shutdown?: Shutdown;
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
  const { shutdown = new Shutdown() } = options;
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
  if (folder.socketError) {
    logger.warn({ err: folder.socketError }, 'A second container on the data folder would not be noticed');
  }
  const secrets = await secretsOf(env, folder.path);
  const opening = openDataFolderDatabase(env.DATABASE_URL, folder.path, env.DATABASE_POOL_SIZE, logger);
  // Added before PostgreSQL runs, so that a shutdown meanwhile waits for it and stops it.
  shutdown.add(async () => (await opening.catch(() => null))?.close());
  const { url: databaseUrl } = await opening;
  shutdown.throwIfRunning();
  const services = new Shutdown();
  const holdsDataFolder = folder.socketError === undefined;
  const context = { secrets, databaseUrl, holdsDataFolder, logger, shutdown, services };
  const starting = startServices(env, options, context);
  // One step of the shutdown: however many services are slow to close, PostgreSQL is stopped after its time limit.
  shutdown.add(async () => {
    await settlesWithin(INTERRUPTED_START_MS, [starting]);
    await services.run();
  });
  return { ...(await starting), close: () => shutdown.run() };
}

interface StartContext {
  readonly secrets: Secrets;
  readonly databaseUrl: string;
  /** Whether the data folder is locked against every other process. */
  readonly holdsDataFolder: boolean;
  readonly logger: Logger;
  /** Ends the start when it runs. */
  readonly shutdown: Shutdown;
  /** Closes what was started. */
  readonly services: Shutdown;
}

async function startServices(
  env: StandaloneEnvironment,
  options: WaybillOptions,
  { secrets, databaseUrl, holdsDataFolder, logger, shutdown, services }: StartContext,
): Promise<Omit<Waybill, 'close'>> {
  const { syncObjects, webRoot } = options;
  const stores = { syncObjects, holdsDataFolder };
  const adapters = await Adapters.open(env, { databaseUrl, ...secrets, ...stores }, logger);
  services.add(() => adapters.close());

  for (const definition of servicesOf(env)) {
    shutdown.throwIfRunning();
    const service = await startServiceProcess(definition, env, adapters);
    services.add(() => service.close());
  }

  shutdown.throwIfRunning();
  const backups = await BackupSchedule.start({ databaseUrl, env, logger });
  if (backups) services.add(() => backups.close());

  const mailboxKey = env.SMTP_URL === undefined ? createMailboxKey() : null;
  const gateway = await startGateway(env, adapters, {
    sessionSecrets: secrets.sessionSecrets,
    webRoot,
    mailboxKey,
    logger,
  });
  services.add(() => gateway.close());
  const mailboxLink = mailboxKey && mailboxUrl(env.PUBLIC_URL, mailboxKey);
  return { mailboxLink };
}
