import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  finishAuditEntry,
  type InputOf,
  listAuditEntries,
  type OutputOf,
  startAuditEntry,
} from '@waybill/contracts';
import { AuditLogService } from './audit-log.service.js';

@Controller()
export class AuditRequests {
  constructor(private readonly log: AuditLogService) {}

  @Handles(startAuditEntry)
  start(input: InputOf<typeof startAuditEntry>): Promise<OutputOf<typeof startAuditEntry>> {
    return this.log.start(input);
  }

  @Handles(finishAuditEntry)
  async finish(input: InputOf<typeof finishAuditEntry>): Promise<OutputOf<typeof finishAuditEntry>> {
    await this.log.finish(input);
    return {};
  }

  @Handles(listAuditEntries)
  list(input: InputOf<typeof listAuditEntries>): Promise<OutputOf<typeof listAuditEntries>> {
    return this.log.list(input);
  }
}
