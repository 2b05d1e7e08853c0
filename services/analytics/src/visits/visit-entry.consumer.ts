import { Controller, Inject } from '@nestjs/common';
import { ConsumesInBatches, Inbox } from '@waybill/bus';
import { bundleAccessed, type DataOf, type EventMessage, fileAccessed } from '@waybill/contracts';
import { ANALYTICS_MODULE_OPTIONS, type AnalyticsModuleOptions } from '../analytics.module-options.js';
import { VisitEventsService } from '../live/visit-events.service.js';
import { EntryReadingService } from '../reading/entry-reading.service.js';
import { FileRecordRepository } from '../records/file-record.repository.js';
import { enrichVisit } from './enrich-visit.js';
import { VisitRepository } from './visit.repository.js';

@Controller()
export class VisitEntryConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly records: FileRecordRepository,
    private readonly visits: VisitRepository,
    private readonly reading: EntryReadingService,
    private readonly visitEvents: VisitEventsService,
    @Inject(ANALYTICS_MODULE_OPTIONS) private readonly options: AnalyticsModuleOptions,
  ) {}

  /** Counts visits even before the facts of their files have arrived. */
  @ConsumesInBatches(fileAccessed)
  async filesAccessed(events: readonly EventMessage<typeof fileAccessed>[]): Promise<void> {
    await this.count(events, (event) => event.data, false);
  }

  /** Counts visits of bundles. The record of a bundle has the id of the bundle as its file id. */
  @ConsumesInBatches(bundleAccessed)
  async bundlesAccessed(events: readonly EventMessage<typeof bundleAccessed>[]): Promise<void> {
    await this.count(events, ({ data }) => ({ ...data, fileId: data.bundleId }), true);
  }

  private async count<E extends EventMessage>(
    events: readonly E[],
    dataOf: (event: E) => DataOf<typeof fileAccessed>,
    isBundle: boolean,
  ): Promise<void> {
    const enriched = await Promise.all(
      events.map(async (event) => [event.id, await enrichVisit(dataOf(event), this.options)] as const),
    );
    const visitOf = new Map(enriched);
    await this.inbox.onceForAll(events, async (manager, fresh) => {
      const visits = fresh.flatMap(({ id }) => visitOf.get(id) ?? []);
      const open = await this.records.lockAll(
        manager,
        visits.map(({ fileId }) => fileId),
      );
      const people = await this.visits.insert(
        manager,
        visits.filter(({ fileId }) => open.has(fileId)),
      );
      const early = await this.reading.addEarly(
        manager,
        visits.map(({ id }) => id),
      );
      await this.visitEvents.start(
        manager,
        people.map((visit) => ({ ...visit, isBundle, os: visit.system, throughBundleId: visit.bundleId })),
      );
      await this.visitEvents.publishReading(manager, early);
    });
  }
}
