import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import { type BusTransport, InProcessTransport } from '@waybill/bus';
import { type RunningService, startMigratedPostgres, startServiceOn } from '@waybill/bus/testing';
import {
  type AnalyticsReport,
  bundleCreated,
  type DataOf,
  type EventMessage,
  fileAccessed,
  fileRead,
  type FileSnapshot,
  fileUploaded,
  getAnalytics,
  type InputOf,
} from '@waybill/contracts';
import { SignalsModule } from '@waybill/redis';
import { createLogger, ManualClock } from '@waybill/service-kit';
import type { TestDatabase } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { AnalyticsModule } from '../analytics.module.js';
import { analyticsDatabase } from '../database/analytics.database.js';

export const noon = new Date('2026-01-01T12:00:00.000Z');

/** `minutes` after noon, as an ISO string. */
export function afterNoon(minutes: number): string {
  return new Date(noon.getTime() + minutes * 60_000).toISOString();
}

type VisitData = DataOf<typeof fileAccessed>;

const openInProcessBus = (databaseUrl: string): Promise<BusTransport> =>
  InProcessTransport.open({ databaseUrl, logger: createLogger('analytics', 'silent') });

function visitData(fileId: string, changes: Partial<VisitData>): VisitData {
  return {
    fileId,
    visitId: randomUUID(),
    accessedAt: noon.toISOString(),
    address: '192.0.2.1',
    userAgent: '',
    referer: '',
    via: null,
    ...changes,
  };
}

const SALT = createSecretKey(Buffer.alloc(32, 7));
const NEWER_SALT = createSecretKey(Buffer.alloc(32, 8));

function startOn(
  transport: BusTransport,
  { url }: TestDatabase,
  visitorSalts: readonly KeyObject[],
  visitRetentionDays: number | null = null,
): Promise<RunningService> {
  return startServiceOn(transport, {
    module: AnalyticsModule.forRoot({ visitorSalts, visitRetentionDays, visitorAddresses: 'full' }),
    database: analyticsDatabase,
    service: 'analytics',
    url,
    clock: new ManualClock(noon),
    imports: [SignalsModule.forMemory()],
  });
}

/** The analytics service on a real database, with helpers for tests. */
export class AnalyticsUnderTest {
  private constructor(
    private running: RunningService,
    private readonly postgres: TestDatabase,
  ) {}

  /** @param openBus transport to use; by default the in-process bus */
  static async start(
    openBus = openInProcessBus,
    visitRetentionDays: number | null = null,
  ): Promise<AnalyticsUnderTest> {
    const postgres = await startMigratedPostgres(analyticsDatabase);
    const transport = await openBus(postgres.url);
    return new AnalyticsUnderTest(await startOn(transport, postgres, [SALT], visitRetentionDays), postgres);
  }

  get service(): RunningService {
    return this.running;
  }

  /** Restarts the service on the same database with a new salt. `kept` also passes the former salt. */
  async rotateSalt(former: 'kept' | 'gone'): Promise<void> {
    const { transport } = this.running;
    await this.running.close();
    const salts = former === 'kept' ? [NEWER_SALT, SALT] : [NEWER_SALT];
    this.running = await startOn(transport, this.postgres, salts);
  }

  get database(): DataSource {
    return this.service.get<DataSource>(DataSource);
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.service.transport.close();
    await this.postgres.stop();
  }

  /** Facts of a file, without publishing them. */
  facts(changes: Partial<FileSnapshot> = {}): FileSnapshot & { userId: string } {
    return {
      fileId: randomUUID(),
      version: 1,
      browserId: null,
      originalName: 'offer.pdf',
      mimeType: 'application/pdf',
      size: 3_000_000_000,
      createdAt: noon.toISOString(),
      deleteAt: null,
      isPasswordProtected: false,
      ...changes,
      userId: changes.userId ?? randomUUID(),
    };
  }

  async upload(changes: Partial<FileSnapshot> = {}) {
    const facts = this.facts(changes);
    await this.service.publish(fileUploaded, facts.fileId, { ...facts, previewKind: 'pdf' });
    return facts;
  }

  /** Publishes a bundle "Offer" of the owner of a file. @returns its id */
  async bundleOf({
    userId,
    browserId,
    createdAt,
    deleteAt,
    isPasswordProtected,
  }: FileSnapshot): Promise<string> {
    const bundleId = randomUUID();
    await this.service.publish(bundleCreated, bundleId, {
      bundleId,
      version: 1,
      userId,
      browserId,
      name: 'Offer',
      size: 5,
      fileCount: 1,
      createdAt,
      deleteAt,
      isPasswordProtected,
    });
    return bundleId;
  }

  visit(fileId: string, changes: Partial<VisitData> = {}): Promise<void> {
    return this.service.publish(fileAccessed, fileId, visitData(fileId, changes));
  }

  /** A `fileAccessed` message as the files service publishes it. */
  visitMessage(fileId: string, changes: Partial<VisitData> = {}): EventMessage<typeof fileAccessed> {
    return {
      specversion: '1.0',
      id: randomUUID(),
      source: 'files',
      type: fileAccessed.type,
      time: noon.toISOString(),
      subject: fileId,
      correlationid: randomUUID(),
      data: visitData(fileId, changes),
    };
  }

  /** Publishes what a visitor has read: the first of ten pages for four seconds, unless changed. */
  read(fileId: string, visitId: string, changes: Partial<DataOf<typeof fileRead>> = {}): Promise<void> {
    return this.service.publish(fileRead, fileId, {
      fileId,
      visitId,
      readAt: noon.toISOString(),
      pages: [{ page: 1, ms: 4000 }],
      pageCount: 10,
      isFinished: false,
      ...changes,
    });
  }

  report(
    { fileId, userId }: { fileId: string; userId: string | null },
    cursor: string | null = null,
    filter: Partial<InputOf<typeof getAnalytics>> = {},
  ): Promise<AnalyticsReport> {
    return this.service.bus.request(getAnalytics, {
      fileId,
      caller: { userId, browserId: null, address: '192.0.2.9' },
      cursor,
      ...filter,
    });
  }
}
