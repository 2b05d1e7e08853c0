import { Controller, Res, UseGuards } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type AuditEntry, listAuditEntries, type OutputOf } from '@waybill/contracts';
import { adminRoutes } from '@waybill/contracts/http';
import type { FastifyReply } from 'fastify';
import { Route } from '../http/route.decorator.js';
import { type QueryOf, ValidQuery } from '../http/valid.decorator.js';
import { AdminGuard } from './admin.guard.js';
import { CurrentAdministrator } from './administrator.decorator.js';
import { rowsByPage, sendTable } from '../exports/table-export.js';
import { auditColumns } from './audit-columns.js';
import { type Administrator, AuditService } from './audit.service.js';
import { setNextCursor } from '../http/next-cursor.js';

type Page = OutputOf<typeof listAuditEntries>;

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

  @Route('GET /api/admin/audit/export', adminRoutes.exportAudit)
  async export(
    @ValidQuery(adminRoutes.exportAudit) { format }: QueryOf<typeof adminRoutes.exportAudit>,
    @CurrentAdministrator() administrator: Administrator,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const action = { action: 'audit.export', subject: null, detail: format } as const;
    const first = await this.audit.perform(administrator, action, () => this.page(null));
    const pages = rowsByPage(
      first,
      (cursor) => this.page(cursor),
      ({ entries }) => entries,
    );
    await sendTable(reply, format, { name: 'audit-log', columns: auditColumns, pages });
  }

  private page(cursor: string | null): Promise<Page> {
    return this.bus.request(listAuditEntries, { query: '', cursor });
  }
}
