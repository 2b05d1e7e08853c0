import { Controller, Inject, Param, Req } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { AppError, type Caller, issueViewerToken } from '@waybill/contracts';
import { fileRoutes } from '@waybill/contracts/http';
import type { FastifyRequest } from 'fastify';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';
import { CurrentCaller } from '../http/caller.decorator.js';
import { type QueryOf, ValidQuery } from '../http/valid.decorator.js';
import { IdPipe } from '../http/id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { verificationTokenOf } from '../http/verification-token.js';

/** Links to the external document viewer (contract, "Office preview"). */
@Controller()
export class OfficeViewerController {
  constructor(
    private readonly bus: Bus,
    @Inject(GATEWAY_MODULE_OPTIONS) private readonly options: GatewayModuleOptions,
  ) {}

  /** URL of the viewer for this file, with a token that opens this one file for five minutes. */
  @Route('GET /api/files/{id}/viewer', fileRoutes.viewer)
  async viewer(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @CurrentCaller() caller: Caller,
    @ValidQuery(fileRoutes.viewer) query: QueryOf<typeof fileRoutes.viewer>,
    @Req() request: FastifyRequest,
  ): Promise<{ url: string }> {
    const { officeViewerUrl, publicUrl } = this.options;
    if (officeViewerUrl === null) throw new AppError('files.no-preview');
    const { token } = await this.bus.request(issueViewerToken, {
      fileId,
      caller,
      token: verificationTokenOf(request, query),
      bundleId: query.bundle ?? null,
    });
    const file = new URL(`/api/files/${fileId}/download`, publicUrl);
    file.searchParams.set('token', token);
    return { url: officeViewerUrl.replace('{url}', encodeURIComponent(file.href)) };
  }
}
