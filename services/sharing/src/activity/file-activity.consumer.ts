import { Controller, Inject } from '@nestjs/common';
import { Consumes, ConsumesInBatches, Inbox } from '@waybill/bus';
import {
  type DataOf,
  type EventMessage,
  fileExpired,
  fileInfected,
  fileSettingsChanged,
  fileTakenDown,
  fileUploaded,
} from '@waybill/contracts';
import type { EntityManager } from 'typeorm';
import { targetUrl } from '../public-urls.js';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from '../sharing.module-options.js';
import type { NamedTarget } from '../targets/target.entity.js';
import { factsOfFile, TargetsService } from '../targets/targets.service.js';
import { WebhookDispatcherService } from '../webhooks/webhook-dispatcher.service.js';
import { type AccountEvent, WebhookEventsService } from '../webhooks/webhook-events.service.js';
import { WebhooksService } from '../webhooks/webhooks.service.js';

/** Consumes the events of files, for the projection and for webhooks. */
@Controller()
export class FileActivityConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly targets: TargetsService,
    private readonly events: WebhookEventsService,
    private readonly webhooks: WebhooksService,
    private readonly dispatcher: WebhookDispatcherService,
    @Inject(SHARING_MODULE_OPTIONS) private readonly options: SharingModuleOptions,
  ) {}

  @ConsumesInBatches(fileUploaded)
  async filesUploaded(events: readonly EventMessage<typeof fileUploaded>[]): Promise<void> {
    const recorded: AccountEvent[] = [];
    await this.inbox.onceForAll(events, async (manager, fresh) => {
      const files = fresh.map(({ data }) => data);
      const unsaved = await this.targets.saveCreated(manager, files.map(factsOfFile));
      const owners = files.map(({ userId }) => userId);
      const wanting = await this.events.accountsWanting(manager, 'upload.finished', owners);
      const wanted = files.filter(({ userId }) => userId !== null && wanting.has(userId));
      const deleted = await this.targets.unpublishedDeletionsAmong(manager, unsaved);
      // Sorted by account, so that two batches that lock webhooks of the same accounts cannot deadlock.
      const events = [
        ...wanted.map((file) => this.uploadFinished(file)),
        ...files.flatMap((file) => fileDeletedOf(file, deleted.get(file.fileId))),
      ].toSorted((a, b) => String(a.userId).localeCompare(String(b.userId)));
      for (const event of events) await this.events.record(manager, event);
      recorded.push(...events);
    });
    if (recorded.length > 0) this.dispatcher.wake();
  }

  @Consumes(fileSettingsChanged)
  async fileSettingsChanged(event: EventMessage<typeof fileSettingsChanged>): Promise<void> {
    await this.inbox.once(event, async (manager) => {
      await this.targets.saveChanged(manager, factsOfFile(event.data), event.time);
    });
  }

  @Consumes(fileExpired)
  async fileExpired(event: EventMessage<typeof fileExpired>): Promise<void> {
    const { fileId, wasAnonymous } = event.data;
    await this.inbox.once(event, async (manager) => {
      // Keeps the target of an account's file until `TargetsService.purge`, because late visits are still recorded for
      // the owner. Visits of a file of an anonymous browser are not, so its target is erased.
      if (wasAnonymous) await this.targets.erase(manager, fileId, new Date(event.time));
      else await this.recordExpiry(manager, event);
    });
    this.dispatcher.wake();
  }

  @Consumes(fileInfected)
  async fileInfected(event: EventMessage<typeof fileInfected>): Promise<void> {
    const { userId, ...data } = event.data;
    await this.inbox.once(event, async (manager) => {
      await this.targets.markUnavailable(manager, namedFile(event.data), event.time);
      await this.events.record(manager, { userId, type: 'file.infected', at: event.time, data });
    });
    this.dispatcher.wake();
  }

  @Consumes(fileTakenDown)
  async fileTakenDown(event: EventMessage<typeof fileTakenDown>): Promise<void> {
    const { userId, ...data } = event.data;
    await this.inbox.once(event, async (manager) => {
      await this.targets.markUnavailable(manager, namedFile(event.data), event.time);
      await this.events.record(manager, { userId, type: 'file.taken-down', at: event.time, data });
    });
    this.dispatcher.wake();
  }

  /** Prefers owner and name of the event, because the upload may arrive later. Events of earlier versions lack them. */
  private async recordExpiry(
    manager: EntityManager,
    { data, time: at }: EventMessage<typeof fileExpired>,
  ): Promise<void> {
    const { fileId } = data;
    if (await this.targets.isDeletedAfterLock(manager, fileId)) return;
    const known = data.originalName === undefined ? await this.targets.find(manager, fileId) : null;
    const userId = data.userId ?? known?.userId ?? null;
    const originalName = data.originalName ?? known?.name;
    if (userId !== null) await this.webhooks.deleteArrivalOf(manager, userId, fileId);
    await this.events.record(manager, { userId, type: 'file.expired', at, data: { fileId, originalName } });
  }

  private uploadFinished(file: DataOf<typeof fileUploaded>): AccountEvent {
    const { fileId, userId, originalName, mimeType, size, createdAt, deleteAt } = file;
    const url = targetUrl(this.options.publicUrl, { id: fileId });
    const data = { fileId, originalName, mimeType, size, createdAt, deleteAt, url };
    return { userId, type: 'upload.finished', at: createdAt, data };
  }
}

function namedFile({
  fileId: id,
  userId,
  originalName: name,
}: DataOf<typeof fileInfected | typeof fileTakenDown>): NamedTarget {
  return { id, kind: 'file', userId, name };
}

/**
 * The webhook event of a deletion that arrived before the upload. It could not be recorded then: the owner was unknown.
 * @param at time of the deletion; undefined if the file was not deleted
 */
function fileDeletedOf(
  { fileId, userId, originalName }: DataOf<typeof fileUploaded>,
  at: Date | undefined,
): AccountEvent[] {
  if (!at) return [];
  return [{ userId, type: 'file.deleted', at: at.toISOString(), data: { fileId, originalName } }];
}
