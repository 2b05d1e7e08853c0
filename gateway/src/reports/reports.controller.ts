import { Controller, Param } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type AnalyticsReport, type Caller, getAnalytics } from '@waybill/contracts';
import { analyticsRoutes } from '@waybill/contracts/http';
import { CurrentCaller } from '../http/caller.decorator.js';
import { Asked, type AskedOf } from '../http/sent.decorator.js';
import { Serves } from '../http/serves.decorator.js';
import { FileIdPipe } from '../http/valid.pipe.js';

@Controller()
export class ReportsController {
  constructor(private readonly bus: Bus) {}

  @Serves(analyticsRoutes.report)
  async report(
    @Param('id', FileIdPipe) fileId: string,
    @CurrentCaller() caller: Caller,
    @Asked(analyticsRoutes.report) { cursor }: AskedOf<typeof analyticsRoutes.report>,
  ): Promise<AnalyticsReport> {
    return this.bus.request(getAnalytics, { fileId, caller, cursor });
  }
}
