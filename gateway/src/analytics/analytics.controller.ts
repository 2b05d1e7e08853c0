import { Controller, Param } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type AnalyticsReport, type Caller, getAnalytics } from '@waybill/contracts';
import { analyticsRoutes } from '@waybill/contracts/http';
import { CurrentCaller } from '../http/caller.decorator.js';
import { ValidQuery, type QueryOf } from '../http/valid.decorator.js';
import { Route } from '../http/route.decorator.js';
import { BundleIdPipe } from '../http/bundle-id.pipe.js';
import { FileIdPipe } from '../http/file-id.pipe.js';

@Controller()
export class AnalyticsController {
  constructor(private readonly bus: Bus) {}

  @Route('GET /api/files/{id}/analytics', analyticsRoutes.report)
  async report(
    @Param('id', FileIdPipe) fileId: string,
    @CurrentCaller() caller: Caller,
    @ValidQuery(analyticsRoutes.report) { cursor }: QueryOf<typeof analyticsRoutes.report>,
  ): Promise<AnalyticsReport> {
    return this.bus.request(getAnalytics, { fileId, caller, cursor });
  }

  @Route('GET /api/bundles/{id}/analytics', analyticsRoutes.bundleReport)
  async bundleReport(
    @Param('id', BundleIdPipe) bundleId: string,
    @CurrentCaller() caller: Caller,
    @ValidQuery(analyticsRoutes.bundleReport) { cursor }: QueryOf<typeof analyticsRoutes.bundleReport>,
  ): Promise<AnalyticsReport> {
    return this.bus.request(getAnalytics, { fileId: bundleId, caller, cursor });
  }
}
