import { Controller, Headers, Param } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type Caller, reportFile } from '@waybill/contracts';
import { fileRoutes } from '@waybill/contracts/http';
import { CurrentCaller } from '../http/caller.decorator.js';
import { FileIdPipe } from '../http/file-id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { type BodyOf, ValidBody } from '../http/valid.decorator.js';

/** Reports of files by their visitors. */
@Controller()
export class ReportsController {
  constructor(private readonly bus: Bus) {}

  @Route('POST /api/files/{id}/report', fileRoutes.reportFile)
  async report(
    @Param('id', FileIdPipe) fileId: string,
    @CurrentCaller() caller: Caller,
    @ValidBody(fileRoutes.reportFile) form: BodyOf<typeof fileRoutes.reportFile>,
    @Headers('x-verification-token') token?: string,
  ): Promise<{ message: string }> {
    await this.bus.request(reportFile, { fileId, caller, token: token ?? null, form });
    return { message: 'Thank you. We will look at this file.' };
  }
}
