import { Controller, Param, Res, UseGuards } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  type AdminReport,
  dismissReport,
  listReports,
  restoreReport,
  takeDownReport,
} from '@waybill/contracts';
import { adminRoutes } from '@waybill/contracts/http';
import type { FastifyReply } from 'fastify';
import { IdPipe } from '../http/id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { type BodyOf, type QueryOf, ValidBody, ValidQuery } from '../http/valid.decorator.js';
import { AdminGuard } from './admin.guard.js';
import { CurrentAdministrator } from './administrator.decorator.js';
import { type Administrator, AuditService } from './audit.service.js';
import { setNextCursor } from '../http/next-cursor.js';

/** Abuse reports, for administrators. */
@Controller()
@UseGuards(AdminGuard)
export class AdminAbuseReportsController {
  constructor(
    private readonly bus: Bus,
    private readonly audit: AuditService,
  ) {}

  @Route('GET /api/admin/reports', adminRoutes.listReports)
  async list(
    @ValidQuery(adminRoutes.listReports)
    { query = '', cursor }: QueryOf<typeof adminRoutes.listReports>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminReport[]> {
    const { reports, nextCursor } = await this.bus.request(listReports, { query, cursor: cursor ?? null });
    setNextCursor(reply, nextCursor);
    return reports;
  }

  @Route('POST /api/admin/reports/{id}/takedown', adminRoutes.takeDownReport)
  takeDown(
    @Param('id', new IdPipe('files.report-not-found')) reportId: string,
    @CurrentAdministrator() administrator: Administrator,
    @ValidBody(adminRoutes.takeDownReport) { reason }: BodyOf<typeof adminRoutes.takeDownReport>,
  ): Promise<AdminReport> {
    const action = { action: 'report.take-down', subject: reportId, detail: reason } as const;
    return this.audit.perform(administrator, action, () =>
      this.bus.request(takeDownReport, { reportId, reason }),
    );
  }

  @Route('POST /api/admin/reports/{id}/restore', adminRoutes.restoreReport)
  restore(
    @Param('id', new IdPipe('files.report-not-found')) reportId: string,
    @CurrentAdministrator() administrator: Administrator,
  ): Promise<AdminReport> {
    return this.audit.perform(administrator, { action: 'report.restore', subject: reportId }, () =>
      this.bus.request(restoreReport, { reportId }),
    );
  }

  @Route('POST /api/admin/reports/{id}/dismiss', adminRoutes.dismissReport)
  dismiss(
    @Param('id', new IdPipe('files.report-not-found')) reportId: string,
    @CurrentAdministrator() administrator: Administrator,
  ): Promise<AdminReport> {
    return this.audit.perform(administrator, { action: 'report.dismiss', subject: reportId }, () =>
      this.bus.request(dismissReport, { reportId }),
    );
  }
}
