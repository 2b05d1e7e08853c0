import { Body, Controller, Param, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  type AnalyticsReport,
  type Caller,
  exportEntries,
  idSchema,
  getAnalytics,
  getOverview,
  type InputOf,
  type Overview,
  parse,
  readingSchema,
  reportReading,
} from '@waybill/contracts';
import { analyticsRoutes } from '@waybill/contracts/http';
import type { FastifyReply } from 'fastify';
import { CurrentCaller } from '../http/caller.decorator.js';
import { IdPipe } from '../http/id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { type QueryOf, ValidQuery } from '../http/valid.decorator.js';
import { type ExportFormat, rowsByPage, sendTable } from '../exports/table-export.js';
import { entryColumns } from './entry-columns.js';
import { DelayedReportsService, type ReportTarget } from './delayed-reports.service.js';

type ExportInput = Omit<InputOf<typeof exportEntries>, 'cursor'>;

@Controller()
export class AnalyticsController {
  constructor(
    private readonly bus: Bus,
    private readonly reports: DelayedReportsService,
  ) {}

  @Route('GET /api/files/{id}/analytics', analyticsRoutes.report)
  async report(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @CurrentCaller() caller: Caller,
    @ValidQuery(analyticsRoutes.report) { include, ...query }: QueryOf<typeof analyticsRoutes.report>,
  ): Promise<AnalyticsReport> {
    const input = { fileId, caller, ...query, includeBots: include === 'bots' };
    return this.reports.withRetries({ kind: 'file', id: fileId, caller }, () =>
      this.bus.request(getAnalytics, input),
    );
  }

  @Route('GET /api/files/{id}/analytics/export', analyticsRoutes.exportReport)
  async exportReport(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @CurrentCaller() caller: Caller,
    @ValidQuery(analyticsRoutes.exportReport)
    { include, format, ...filter }: QueryOf<typeof analyticsRoutes.exportReport>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const input = { fileId, caller, ...filter, includeBots: include === 'bots' };
    await this.sendExport('file', input, format, reply);
  }

  @Route('GET /api/bundles/{id}/analytics', analyticsRoutes.bundleReport)
  async bundleReport(
    @Param('id', new IdPipe('bundles.not-found')) bundleId: string,
    @CurrentCaller() caller: Caller,
    @ValidQuery(analyticsRoutes.bundleReport)
    { include, ...query }: QueryOf<typeof analyticsRoutes.bundleReport>,
  ): Promise<AnalyticsReport> {
    const input = { fileId: bundleId, caller, ...query, includeBots: include === 'bots' };
    return this.reports.withRetries({ kind: 'bundle', id: bundleId, caller }, () =>
      this.bus.request(getAnalytics, input),
    );
  }

  @Route('GET /api/bundles/{id}/analytics/export', analyticsRoutes.exportBundleReport)
  async exportBundleReport(
    @Param('id', new IdPipe('bundles.not-found')) bundleId: string,
    @CurrentCaller() caller: Caller,
    @ValidQuery(analyticsRoutes.exportBundleReport)
    { include, format, ...filter }: QueryOf<typeof analyticsRoutes.exportBundleReport>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const input = { fileId: bundleId, caller, ...filter, includeBots: include === 'bots' };
    await this.sendExport('bundle', input, format, reply);
  }

  @Route('GET /api/overview', analyticsRoutes.overview)
  async overview(
    @CurrentCaller() caller: Caller,
    @ValidQuery(analyticsRoutes.overview) { days }: QueryOf<typeof analyticsRoutes.overview>,
  ): Promise<Overview> {
    return this.bus.request(getOverview, { caller, days });
  }

  @Route('POST /api/files/{id}/visits/{visit}', analyticsRoutes.reportReading)
  async reportReading(
    @Param('id') fileId: string,
    @Param('visit') pageVisitId: string,
    @Body() body: unknown,
  ): Promise<void> {
    const reading = parse(readingSchema, body ?? {});
    const [file, visit] = [fileId, pageVisitId].map((id) => idSchema.safeParse(id).data);
    // Ignore a malformed id, like the id of an unknown visit.
    if (file === undefined || visit === undefined) return;
    await this.bus.request(reportReading, { fileId: file, pageVisitId: visit, reading });
  }

  private async sendExport(
    kind: ReportTarget['kind'],
    input: ExportInput,
    format: ExportFormat,
    reply: FastifyReply,
  ): Promise<void> {
    // Request the first page before the headers are sent: a refusal needs a status of its own.
    const { fileId: id, caller } = input;
    const first = await this.reports.withRetries({ kind, id, caller }, () =>
      this.bus.request(exportEntries, { ...input, cursor: null }),
    );
    const next = (cursor: string) => this.bus.request(exportEntries, { ...input, cursor });
    const pages = rowsByPage(first, next, ({ analytics }) => analytics);
    await sendTable(reply, format, { name: `${first.originalName} visits`, columns: entryColumns, pages });
  }
}
