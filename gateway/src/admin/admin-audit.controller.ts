import { Readable } from 'node:stream';
import { Controller, Res, UseGuards } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type AuditEntry, listAuditEntries } from '@waybill/contracts';
import { adminRoutes } from '@waybill/contracts/http';
import type { FastifyReply } from 'fastify';
import { Route } from '../http/route.decorator.js';
import { type QueryOf, ValidQuery } from '../http/valid.decorator.js';
import { AdminGuard } from './admin.guard.js';
import { CurrentAdministrator } from './administrator.decorator.js';
import { auditExportOf } from './audit-export.js';
import { type Administrator, AuditService } from './audit.service.js';
import { setNextCursor } from '../http/next-cursor.js';

/** The log of the actions of administrators. */
@Controller()
@UseGuards(AdminGuard)
export class AdminAuditController {
  constructor(
    private readonly bus: Bus,
    private readonly audit: AuditService,
  ) {}

  @Route('GET /api/admin/audit', adminRoutes.listAudit)
  async list(
    @ValidQuery(adminRoutes.listAudit) { query = '', cursor }: QueryOf<typeof adminRoutes.listAudit>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditEntry[]> {
    const { entries, nextCursor } = await this.bus.request(listAuditEntries, {
      query,
      cursor: cursor ?? null,
    });
    setNextCursor(reply, nextCursor);
    return entries;
  }

  /** Streams page by page: memory does not depend on the length of the log. */
  @Route('GET /api/admin/audit/export', adminRoutes.exportAudit)
  async export(
    @ValidQuery(adminRoutes.exportAudit) { format }: QueryOf<typeof adminRoutes.exportAudit>,
    @CurrentAdministrator() administrator: Administrator,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const action = { action: 'audit.export', subject: null, detail: format } as const;
    const first = await this.audit.audit(administrator, action, () => this.page(null));
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8';
    await reply
      .header('content-type', type)
      .header('content-disposition', `attachment; filename="audit-log.${format}"`)
      .send(Readable.from(auditExportOf(format, this.pages(first))));
  }

  private async *pages(first: Page): AsyncGenerator<readonly AuditEntry[]> {
    let page = first;
    yield page.entries;
    while (page.nextCursor !== null) {
      page = await this.page(page.nextCursor);
      yield page.entries;
    }
  }

  private page(cursor: string | null): Promise<Page> {
    return this.bus.request(listAuditEntries, { query: '', cursor });
  }
}

interface Page {
  readonly entries: readonly AuditEntry[];
  readonly nextCursor: string | null;
}
