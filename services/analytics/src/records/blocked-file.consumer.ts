import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import {
  type EventMessage,
  fileContentMissing,
  fileInfected,
  fileRestored,
  fileTakenDown,
} from '@waybill/contracts';
import { LiveChangesService } from '../live/live-changes.service.js';
import { FileRecordRepository } from './file-record.repository.js';

/**
 * Publishes to watching clients that a file can no longer be opened, or can be opened again. The record of the file
 * does not change. Before the facts of the file arrived, nothing is published: its upload is a live event itself.
 */
@Controller()
export class BlockedFileConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly records: FileRecordRepository,
    private readonly changes: LiveChangesService,
  ) {}

  @Consumes(fileTakenDown)
  async fileTakenDown(event: EventMessage<typeof fileTakenDown>): Promise<void> {
    await this.publish(event);
  }

  @Consumes(fileRestored)
  async fileRestored(event: EventMessage<typeof fileRestored>): Promise<void> {
    await this.publish(event);
  }

  @Consumes(fileInfected)
  async fileInfected(event: EventMessage<typeof fileInfected>): Promise<void> {
    await this.publish(event);
  }

  @Consumes(fileContentMissing)
  async fileContentMissing(event: EventMessage<typeof fileContentMissing>): Promise<void> {
    await this.publish(event);
  }

  private async publish(event: EventMessage & { readonly data: { readonly fileId: string } }): Promise<void> {
    const { fileId } = event.data;
    await this.inbox.once(event, async (manager) => {
      const ownerId = await this.records.ownerOf(manager, fileId);
      await this.changes.publishFile(manager, ownerId, fileId);
    });
  }
}
