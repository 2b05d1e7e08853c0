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
import { LiveChangesService } from '../live/live-changes.service.js';
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
    private readonly visitEvents: VisitEventsService,
    private readonly changes: LiveChangesService,
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
    await this.inbox.once(event, async (manager) => {
      const ownerId = wasAnonymous
        ? await this.records.deleteForFile(manager, bundleId)
        : await this.records.markExpired(manager, bundleId, new Date(event.time));
      await this.changes.publishBundle(manager, ownerId, bundleId);
    });
  }

  @Consumes(bundleDeleted)
  async bundleDeleted(event: EventMessage<typeof bundleDeleted>): Promise<void> {
    const { bundleId } = event.data;
    await this.inbox.once(event, async (manager) => {
      const ownerId = await this.records.deleteForBundle(manager, bundleId);
      await this.changes.publishBundle(manager, ownerId, bundleId);
    });
  }

  private async apply(event: EventMessage, facts: FileSnapshot): Promise<void> {
    await this.inbox.once(event, async (manager) => {
      const isNewer = await this.records.applyFacts(manager, facts, true);
      await this.visitEvents.announceVisitsOf(manager, [facts]);
      if (isNewer) await this.changes.publishBundle(manager, facts.userId, facts.fileId);
    });
  }
}

function toFacts({ bundleId, name, ...facts }: BundleSnapshot): FileSnapshot {
  return { ...facts, fileId: bundleId, originalName: name, mimeType: 'application/zip' };
}
