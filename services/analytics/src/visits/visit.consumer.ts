import { Controller, Inject } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type DataOf, type EventMessage, bundleAccessed, fileAccessed } from '@waybill/contracts';
import { ANALYTICS_MODULE_OPTIONS, type AnalyticsModuleOptions } from '../analytics.module-options.js';
import { FileRecordRepository } from '../records/file-record.repository.js';
import { browserName } from '@waybill/service-kit/browser-name';
import { readableAddress } from '../visitors/readable-address.js';
import { locateAddress } from '../visitors/geo-ip.js';
import { visitorHash } from '../visitors/visitor-hash.js';
import { type EnrichedVisit, VisitRepository } from './visit.repository.js';

@Controller()
export class VisitConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly records: FileRecordRepository,
    private readonly visits: VisitRepository,
    @Inject(ANALYTICS_MODULE_OPTIONS) private readonly options: AnalyticsModuleOptions,
  ) {}

  /** Counts the visit even before the facts of its file have arrived. */
  @Consumes(fileAccessed)
  async fileAccessed(event: EventMessage<typeof fileAccessed>): Promise<void> {
    await this.count(event, event.data);
  }

  /** The record of a bundle has the bundle's id. */
  @Consumes(bundleAccessed)
  async bundleAccessed(event: EventMessage<typeof bundleAccessed>): Promise<void> {
    await this.count(event, { ...event.data, fileId: event.data.bundleId });
  }

  private async count(event: EventMessage, data: DataOf<typeof fileAccessed>): Promise<void> {
    if (data.isBot) return;
    const visit = await this.enrich(data);
    await this.inbox.once(event, async (manager) => {
      if (await this.records.lock(manager, visit.fileId)) await this.visits.insert(manager, visit);
    });
  }

  private async enrich(data: DataOf<typeof fileAccessed>): Promise<EnrichedVisit> {
    const { visitId, fileId, userAgent, referer, via } = data;
    const address = readableAddress(data.address);
    return {
      id: visitId,
      fileId,
      accessedAt: new Date(data.accessedAt),
      address,
      ...(await locateAddress(address)),
      userAgent,
      browser: browserName(userAgent),
      referer,
      via,
      visitors: this.options.visitorSalts.map((salt) => visitorHash(salt, { fileId, address, userAgent })),
    };
  }
}
