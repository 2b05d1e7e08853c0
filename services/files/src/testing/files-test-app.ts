import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { DynamicModule, InjectionToken } from '@nestjs/common';
import { type RunningService, startMigratedPostgres, startService } from '@waybill/bus/testing';
import {
  abortUpload,
  addFileToUpload,
  type Caller,
  commitUpload,
  type DataOf,
  type EventContract,
  type FileView,
  getFile,
  type InputOf,
  openUpload,
  type OutputOf,
  type PlanId,
  type PlanTable,
  type RequestContract,
  standardPlans,
  subscriptionChanged,
  type Uploaded,
} from '@waybill/contracts';
import { JobsModule } from '@waybill/jobs';
import { RateLimiterModule, SecurityLogModule } from '@waybill/redis';
import { createLogger, ManualClock } from '@waybill/service-kit';
import {
  EncryptedObjects,
  FilesystemObjectStore,
  Keyring,
  type ObjectStore,
  StorageModule,
} from '@waybill/storage';
import { temporaryFolder, type TestDatabase } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { filesDatabase } from '../database/files.database.js';
import { type FilesModuleOptions } from '../files.module-options.js';
import { type PreviewsModuleOptions } from '../previews/previews.module-options.js';
import type { VirusScanModuleOptions } from '../virus-scan/virus-scan.module-options.js';
import { isOfFile } from '../installation/installation-marker.js';
import { FilesModule } from '../files.module.js';
import { FilesWorkerModule } from '../files-worker.module.js';

export { HOUR_MS } from '@waybill/contracts';
/** Master key: it wraps the data keys. */
export const KEY = Buffer.alloc(32, 3);

export interface FilesTestOptions {
  /** Whether jobs are performed. If not, the test calls the sweeps itself. */
  readonly work?: boolean;
  readonly promotion?: FilesModuleOptions['promotion'];
  readonly previews?: PreviewsModuleOptions;
  readonly virusScan?: VirusScanModuleOptions;
  readonly planLimits?: PlanTable;
  readonly defaultPlan?: PlanId;
  readonly anonymousUploads?: boolean;
  readonly anonymousMaxBytes?: number;
  /** Default: a store in a new folder. */
  readonly store?: ObjectStore;
  /** Address of an existing database. Default: a new database. */
  readonly url?: string;
}

/** Changes of the configuration between two starts. */
export interface Relocation {
  /** Address of another PostgreSQL database. */
  readonly url?: string;
}

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly securityEvent?: string;
  readonly accountId?: string | null;
  readonly network?: string | null;
}

/** Pino's numbers of `error` and `warn`. */
const ERROR_LEVEL = 50;
const WARN_LEVEL = 40;

/** A file to upload. Properties that are left out have defaults. */
export interface SampleFile {
  readonly name?: string;
  readonly mimeType?: string;
  readonly bytes?: Uint8Array;
}

/** The whole service on a real database and a real store, with a clock that the test moves. */
export class FilesTestApp {
  private constructor(
    private running: RunningService,
    readonly clock: ManualClock,
    readonly store: ObjectStore,
    /** Address of the database that `start` made. */
    readonly url: string,
    /** Folder of the objects, unless a store was given. */
    readonly folder: string,
    private readonly logged: readonly LogLine[],
    private readonly run: (url: string) => Promise<RunningService>,
    private readonly cleanUp: () => Promise<void>,
  ) {}

  static async start({
    work = false,
    promotion,
    previews,
    ...given
  }: FilesTestOptions = {}): Promise<FilesTestApp> {
    const existing = given.url === undefined ? undefined : { url: given.url, stop: () => Promise.resolve() };
    const [postgres, folder] = await Promise.all([existing ?? startTables(), temporaryFolder()]);
    const { url } = postgres;
    const clock = new ManualClock(new Date());
    const store = given.store ?? new FilesystemObjectStore(folder.path);
    const logged: LogLine[] = [];
    const logger = createLogger('files', 'info', {
      write: (line) => logged.push(JSON.parse(line) as LogLine),
    });
    const virusScan: VirusScanModuleOptions = given.virusScan ?? { clamdUrl: null, onFailure: 'block' };
    const config: FilesModuleOptions = {
      promotion: promotion ?? { endsAt: null, message: null },
      planLimits: given.planLimits ?? standardPlans,
      defaultPlan: given.defaultPlan ?? 'free',
      anonymousUploads: given.anonymousUploads ?? true,
      anonymousMaxBytes: given.anonymousMaxBytes ?? Number.MAX_SAFE_INTEGER,
      virusScan,
      tokenSecrets: [Buffer.alloc(32, 7)],
    };
    const worker = FilesWorkerModule.forRoot(previews ?? { sofficePath: null }, virusScan);
    const run = (url: string) =>
      startService({
        module: FilesModule.forRoot(config),
        database: filesDatabase,
        service: 'files',
        url,
        clock,
        logger,
        imports: [...globalModules(url, store, work), worker],
      });
    const cleanUp = async () => {
      await postgres.stop();
      await folder.remove();
    };
    const running = await run(url);
    return new FilesTestApp(running, clock, store, url, folder.path, logged, run, cleanUp);
  }

  request<R extends RequestContract>(contract: R, input: InputOf<R>): Promise<OutputOf<R>> {
    return this.running.bus.request(contract, input);
  }

  publish<E extends EventContract>(contract: E, subject: string, data: DataOf<E>): Promise<void> {
    return this.running.publish(contract, subject, data);
  }

  get<T>(token: InjectionToken<T>): T {
    return this.running.get(token);
  }

  /** Published events of this type, oldest first. */
  published({ type }: EventContract): { data: unknown }[] {
    return this.running.published().filter((event) => event.type === type);
  }

  rows(sql: string, values: unknown[] = []): Promise<unknown[]> {
    return this.get(DataSource).query<unknown[]>(sql, values);
  }

  /** Keys of every object in the store, without the marker and the claim. */
  async objectKeys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of this.store.list('')) if (isOfFile(key)) keys.push(key);
    return keys;
  }

  async account(plan: PlanId): Promise<Caller> {
    const userId = randomUUID();
    await this.publish(subscriptionChanged, userId, { userId, plan, version: 1 });
    return { userId, browserId: null, address: '203.0.113.7' };
  }

  /** Uploads like the gateway: the bytes are stored before the commit. */
  async upload(caller: Caller, samples: readonly SampleFile[] = [{}]): Promise<Uploaded> {
    const { uploadId } = await this.request(openUpload, { caller });
    try {
      const files = [];
      for (const sample of samples) files.push(await this.add(uploadId, sample));
      return await this.request(commitUpload, { uploadId, files });
    } catch (error) {
      await this.request(abortUpload, { uploadId });
      throw error;
    }
  }

  /** Reserves a file and stores its bytes, without the commit. */
  async add(
    uploadId: string,
    { name = 'notes.txt', mimeType = 'text/plain', bytes = Buffer.from('hello') }: SampleFile = {},
  ) {
    const ticket = await this.request(addFileToUpload, { uploadId, originalName: name });
    const { size } = await this.get(EncryptedObjects).write(ticket, Readable.from([bytes]));
    return { fileId: ticket.fileId, size, mimeType, crc32: crc32(bytes) };
  }

  /** Uploads one file and shows it as its owner sees it. */
  async file(caller: Caller, sample: SampleFile = {}): Promise<FileView> {
    const { id } = await this.upload(caller, [sample]);
    return this.request(getFile, { fileId: id, caller, token: null });
  }

  /** Restarts the service on the same objects, and on the same database by default. */
  async restart({ url = this.url }: Relocation = {}): Promise<void> {
    await this.stop();
    await this.startAgain({ url });
  }

  async stop(): Promise<void> {
    await this.running.close();
  }

  /** Starts the service again after `stop`. */
  async startAgain({ url = this.url }: Relocation = {}): Promise<void> {
    this.running = await this.run(url);
  }

  /** Messages that were logged as errors since the first start. */
  errors(): string[] {
    return this.logged.filter(({ level }) => level === ERROR_LEVEL).map(({ msg }) => msg);
  }

  /** Messages that were logged as warnings since the first start. */
  warnings(): string[] {
    return this.logged.filter(({ level }) => level === WARN_LEVEL).map(({ msg }) => msg);
  }

  /** Lines of the security log since the first start. */
  securityEvents(): LogLine[] {
    return this.logged.filter(({ securityEvent }) => securityEvent !== undefined);
  }

  async close(): Promise<void> {
    await this.running.close();
    await this.cleanUp();
  }
}

/** A browser that never signed in. */
export function browser(): Caller {
  return { userId: null, browserId: randomUUID(), address: '203.0.113.7' };
}

export const stranger: Caller = { userId: null, browserId: null, address: '198.51.100.9' };

function startTables(): Promise<TestDatabase> {
  return startMigratedPostgres(filesDatabase, (url) => [jobs(url, false)]);
}

function jobs(url: string, performs: boolean): DynamicModule {
  return JobsModule.forRoot({ backend: { kind: 'postgres', url }, performs });
}

function globalModules(url: string, store: ObjectStore, performs: boolean): DynamicModule[] {
  const keyring = new Keyring([KEY]);
  return [
    jobs(url, performs),
    StorageModule.forRoot({ store, keyring }),
    RateLimiterModule.forMemory(),
    SecurityLogModule.forRoot(keyring.networkHashKey),
  ];
}
