import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import {
  bundleChanged,
  bundleCreated,
  bundleDeleted,
  bundleExpired,
  type BundleSnapshot,
  type EventMessage,
  type FileSnapshot,
} from '@waybill/contracts';
import { VisitEventsService } from '../live/visit-events.service.js';
import { FileRecordRepository } from './file-record.repository.js';

/**
 * Projects bundles. A bundle has a record like a file, under its own id. Its report presents it as a file: its archive.
 */
@Controller()
export class BundleRecordConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly records: FileRecordRepository,
    private readonly live: VisitEventsService,
  ) {}

  @Consumes(bundleCreated)
  async bundleCreated(event: EventMessage<typeof bundleCreated>): Promise<void> {
    await this.apply(event, toFacts(event.data));
  }

  @Consumes(bundleChanged)
  async bundleChanged(event: EventMessage<typeof bundleChanged>): Promise<void> {
    await this.apply(event, toFacts(event.data));
  }

  @Consumes(bundleExpired)
  async bundleExpired(event: EventMessage<typeof bundleExpired>): Promise<void> {
    const { bundleId, wasAnonymous } = event.data;
    await this.inbox.once(event, (manager) =>
      wasAnonymous
        ? this.records.deleteForFile(manager, bundleId)
        : this.records.markExpired(manager, bundleId, new Date(event.time)),
    );
  }

  @Consumes(bundleDeleted)
  async bundleDeleted(event: EventMessage<typeof bundleDeleted>): Promise<void> {
    await this.inbox.once(event, (manager) => this.records.deleteForFile(manager, event.data.bundleId));
  }

  private async apply(event: EventMessage, facts: FileSnapshot): Promise<void> {
    await this.inbox.once(event, async (manager) => {
      await this.records.applyFacts(manager, facts, true);
      await this.live.announceVisitsOf(manager, [facts]);
    });
  }
}

function toFacts({ bundleId, name, ...facts }: BundleSnapshot): FileSnapshot {
  return { ...facts, fileId: bundleId, originalName: name, mimeType: 'application/zip' };
}
