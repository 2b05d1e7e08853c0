import { randomUUID } from 'node:crypto';
import { type RunningService, startService } from '@waybill/bus/testing';
import {
  type AnalyticsReport,
  type DataOf,
  fileAccessed,
  type FileFacts,
  fileUploaded,
  getAnalytics,
} from '@waybill/contracts';
import { ManualClock } from '@waybill/service-kit';
import { startPostgres } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { AnalyticsModule } from '../analytics.module.js';
import { analyticsDatabase } from '../database/analytics.database.js';

export const noon = new Date('2026-01-01T12:00:00.000Z');

/** `minutes` after noon, as events carry times. */
export function afterNoon(minutes: number): string {
  return new Date(noon.getTime() + minutes * 60_000).toISOString();
}

/** The analytics service on a real database, and the words a test uses for it. */
export class AnalyticsUnderTest {
  private constructor(
    readonly service: RunningService,
    private readonly stopDatabase: () => Promise<void>,
  ) {}

  static async start(): Promise<AnalyticsUnderTest> {
    const postgres = await startPostgres();
    const service = await startService({
      module: AnalyticsModule.forRoot({ visitorSalt: Buffer.alloc(32, 7) }),
      database: analyticsDatabase,
      service: 'analytics',
      url: postgres.url,
      clock: new ManualClock(noon),
    });
    return new AnalyticsUnderTest(service, () => postgres.stop());
  }

  get database(): DataSource {
    return this.service.get<DataSource>(DataSource);
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.stopDatabase();
  }

  /** Facts of a file that has not been announced yet. */
  facts(changes: Partial<FileFacts> = {}): FileFacts & { userId: string } {
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

  async upload(changes: Partial<FileFacts> = {}) {
    const facts = this.facts(changes);
    await this.service.publish(fileUploaded, facts.fileId, { ...facts, previewKind: 'pdf' });
    return facts;
  }

  visit(fileId: string, changes: Partial<DataOf<typeof fileAccessed>> = {}): Promise<void> {
    return this.service.publish(fileAccessed, fileId, {
      fileId,
      visitId: randomUUID(),
      accessedAt: noon.toISOString(),
      address: '192.0.2.1',
      userAgent: '',
      referer: '',
      via: null,
      ...changes,
    });
  }

  report(
    { fileId, userId }: { fileId: string; userId: string | null },
    cursor: string | null = null,
  ): Promise<AnalyticsReport> {
    return this.service.bus.request(getAnalytics, {
      fileId,
      caller: { userId, browserId: null, address: '192.0.2.9' },
      cursor,
    });
  }
}
