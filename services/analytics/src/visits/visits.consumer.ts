import { Controller, Inject } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type DataOf, type EventMessage, fileAccessed } from '@waybill/contracts';
import { ANALYTICS_CONFIG, type AnalyticsConfig } from '../analytics.config.js';
import { FileRecords } from '../records/file-records.js';
import { browserName } from '../visitors/browser-name.js';
import { readableAddress } from '../visitors/client-address.js';
import { placeOf } from '../visitors/places.js';
import { visitorHash } from '../visitors/visitor-hash.js';
import { type Visit, VisitLedger } from './visit-ledger.js';

@Controller()
export class VisitsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly records: FileRecords,
    private readonly ledger: VisitLedger,
    @Inject(ANALYTICS_CONFIG) private readonly config: AnalyticsConfig,
  ) {}

  /** Counts the visit even when the file itself has not been heard of yet. */
  @Consumes(fileAccessed)
  async fileAccessed(event: EventMessage<typeof fileAccessed>): Promise<void> {
    const visit = await this.lookInto(event.data);
    await this.inbox.once(event, async (manager) => {
      if (await this.records.lock(manager, visit.fileId)) await this.ledger.record(manager, visit);
    });
  }

  private async lookInto(data: DataOf<typeof fileAccessed>): Promise<Visit> {
    const { visitId, fileId, userAgent, referer, via } = data;
    const address = readableAddress(data.address);
    return {
      id: visitId,
      fileId,
      accessedAt: new Date(data.accessedAt),
      address,
      ...(await placeOf(address)),
      userAgent,
      browser: browserName(userAgent),
      referer,
      via,
      visitors: this.config.visitorSalts.map((salt) => visitorHash(salt, { fileId, address, userAgent })),
    };
  }
}
