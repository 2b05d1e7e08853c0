import { Controller, Get, Param, Query } from '@nestjs/common';
import { Bus } from '@waybill/bus';
import { type AnalyticsReport, type Caller, getAnalytics } from '@waybill/contracts';
import { z } from 'zod';
import { CurrentCaller } from '../http/caller.decorator.js';
import { FileIdPipe, valid } from '../http/valid.pipe.js';
import { RequiresLogin } from '../sessions/session.guard.js';

const pageSchema = z.object({ cursor: z.string().max(200).nullable().default(null) });

@Controller('api/files/:id/analytics')
export class ReportsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @RequiresLogin()
  async report(
    @Param('id', FileIdPipe) fileId: string,
    @CurrentCaller() caller: Caller,
    @Query(valid(pageSchema)) { cursor }: z.infer<typeof pageSchema>,
  ): Promise<AnalyticsReport> {
    return this.bus.request(getAnalytics, { fileId, caller, cursor });
  }
}
