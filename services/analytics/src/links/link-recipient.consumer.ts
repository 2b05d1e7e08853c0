import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, linkSent } from '@waybill/contracts';
import { FileRecordRepository } from '../records/file-record.repository.js';

/** Stores the recipient of each share mail. A visit carries the id of the mail, so its entry can show the recipient. */
@Controller()
export class LinkRecipientConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly records: FileRecordRepository,
  ) {}

  @Consumes(linkSent)
  async linkSent(event: EventMessage<typeof linkSent>): Promise<void> {
    const { linkId: mailId, fileId, recipientName } = event.data;
    await this.inbox.once(event, async (manager) => {
      if (!(await this.records.lock(manager, fileId))) return;
      await manager.query(
        'INSERT INTO links (link_id, file_id, recipient_name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [mailId, fileId, recipientName],
      );
    });
  }
}
