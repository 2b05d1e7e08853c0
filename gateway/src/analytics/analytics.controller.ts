import { Body, Controller, Param, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  type AnalyticsEntry,
  type AnalyticsReport,
  type Caller,
  exportEntries,
  fileIdSchema,
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
import { Readable } from 'node:stream';
import { CurrentCaller } from '../http/caller.decorator.js';
import { BundleIdPipe } from '../http/bundle-id.pipe.js';
import { FileIdPipe } from '../http/file-id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { type QueryOf, ValidQuery } from '../http/valid.decorator.js';
import { contentDisposition } from '../download/content-disposition.js';
import { csvOf, jsonOf } from './export-entries.js';
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
    @Param('id', FileIdPipe) fileId: string,
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
    @Param('id', FileIdPipe) fileId: string,
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
    @Param('id', BundleIdPipe) bundleId: string,
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
    @Param('id', BundleIdPipe) bundleId: string,
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
    const ids = [fileId, pageVisitId].map((id) => fileIdSchema.safeParse(id));
    // Ignore a malformed id, like the id of an unknown visit.
    if (ids.some(({ success }) => !success)) return;
    await this.bus.request(reportReading, { fileId, pageVisitId, reading });
  }

  private async sendExport(
    kind: ReportTarget['kind'],
    input: ExportInput,
    format: 'csv' | 'json',
    reply: FastifyReply,
  ): Promise<void> {
    // Request the first page before the headers are sent: a refusal needs a status of its own.
    const { fileId: id, caller } = input;
    const first = await this.reports.withRetries({ kind, id, caller }, () =>
      this.bus.request(exportEntries, { ...input, cursor: null }),
    );
    const pages = this.pagesFrom(input, first);
    void reply.headers({
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      'content-disposition': contentDisposition(undefined, '', `${first.originalName} visits.${format}`),
      'cache-control': 'private, no-store',
    });
    await reply.send(Readable.from(format === 'csv' ? csvOf(pages) : jsonOf(pages)));
  }

  /** All entries, page by page. Requests the next page when the client has read the previous one (back-pressure). */
  private async *pagesFrom(
    input: ExportInput,
    first: { readonly analytics: AnalyticsEntry[]; readonly nextCursor: string | null },
  ): AsyncGenerator<readonly AnalyticsEntry[]> {
    let page = first;
    yield page.analytics;
    while (page.nextCursor !== null) {
      page = await this.bus.request(exportEntries, { ...input, cursor: page.nextCursor });
      yield page.analytics;
    }
  }
}
