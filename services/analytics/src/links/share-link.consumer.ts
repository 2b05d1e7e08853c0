import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, linkChanged } from '@waybill/contracts';
import { FileRecordRepository } from '../records/file-record.repository.js';

/**
 * Stores slug and name of each share link, which label its visits in reports. They are kept when the link is revoked.
 */
@Controller()
export class ShareLinkConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly records: FileRecordRepository,
  ) {}

  @Consumes(linkChanged)
  async linkChanged(event: EventMessage<typeof linkChanged>): Promise<void> {
    const { linkId, version, slug, name } = event.data;
    const targetId = event.data.fileId ?? event.data.bundleId;
    if (targetId === null) return;
    await this.inbox.once(event, async (manager) => {
      if (!(await this.records.lock(manager, targetId))) return;
      await manager.query(
        `INSERT INTO share_links AS known (link_id, file_id, version, slug, name) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (link_id) DO UPDATE SET version = excluded.version, slug = excluded.slug, name = excluded.name
         WHERE known.version < excluded.version`,
        [linkId, targetId, version, slug, name],
      );
    });
  }
}
