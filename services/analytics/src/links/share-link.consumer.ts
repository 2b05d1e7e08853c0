import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, firstLinkChanged, linkChanged } from '@waybill/contracts';
import type { EntityManager } from 'typeorm';
import { FileRecordRepository } from '../records/file-record.repository.js';

/** A link as reports show it. */
interface ShareLink {
  readonly linkId: string;
  /** File or bundle of the link. */
  readonly targetId: string;
  readonly version: number;
  readonly slug: string;
  readonly name: string | null;
}

/**
 * Stores slug and name of each share link, which label its visits in reports. They are kept when the link is revoked. A
 * first link has the id of its target, also as its slug, and is stored once its owner has changed it.
 */
@Controller()
export class ShareLinkConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly records: FileRecordRepository,
  ) {}

  @Consumes(linkChanged)
  async linkChanged(event: EventMessage<typeof linkChanged>): Promise<void> {
    const targetId = event.data.fileId ?? event.data.bundleId;
    if (targetId === null) return;
    await this.inbox.once(event, (manager) => this.store(manager, { ...event.data, targetId }));
  }

  @Consumes(firstLinkChanged)
  async firstLinkChanged(event: EventMessage<typeof firstLinkChanged>): Promise<void> {
    const { targetId, name, version = 0 } = event.data;
    // Earlier versions do not name the link.
    if (name === undefined) return;
    const link = { linkId: targetId, targetId, version, slug: targetId, name };
    await this.inbox.once(event, (manager) => this.store(manager, link));
  }

  private async store(
    manager: EntityManager,
    { linkId, targetId, version, slug, name }: ShareLink,
  ): Promise<void> {
    if (!(await this.records.lock(manager, targetId))) return;
    await manager.query(
      `INSERT INTO share_links AS known (link_id, file_id, version, slug, name) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (link_id) DO UPDATE SET version = excluded.version, slug = excluded.slug, name = excluded.name
       WHERE known.version < excluded.version`,
      [linkId, targetId, version, slug, name],
    );
  }
}
