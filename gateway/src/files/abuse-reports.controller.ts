import { Controller, Param, Req } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type Caller, reportBundle, reportFile, reportLink } from '@waybill/contracts';
import { bundleRoutes, fileRoutes, linkRoutes } from '@waybill/contracts/http';
import type { FastifyRequest } from 'fastify';
import { CurrentCaller } from '../http/caller.decorator.js';
import { IdPipe } from '../http/id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { type BodyOf, ValidBody } from '../http/valid.decorator.js';
import { verificationTokenOf } from '../http/verification-token.js';

/** Abuse reports of files, bundles and links by their visitors. */
@Controller()
export class AbuseReportsController {
  constructor(private readonly bus: Bus) {}

  @Route('POST /api/files/{id}/report', fileRoutes.reportFile)
  async report(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @CurrentCaller() caller: Caller,
    @ValidBody(fileRoutes.reportFile) form: BodyOf<typeof fileRoutes.reportFile>,
    @Req() request: FastifyRequest,
  ): Promise<{ message: string }> {
    const token = verificationTokenOf(request);
    await this.bus.request(reportFile, { fileId, caller, token, form });
    return { message: 'Thank you. We will look at this file.' };
  }

  @Route('POST /api/bundles/{id}/report', bundleRoutes.reportBundle)
  async reportBundle(
    @Param('id', new IdPipe('bundles.not-found')) bundleId: string,
    @CurrentCaller() caller: Caller,
    @ValidBody(bundleRoutes.reportBundle) form: BodyOf<typeof bundleRoutes.reportBundle>,
    @Req() request: FastifyRequest,
  ): Promise<{ message: string }> {
    const token = verificationTokenOf(request);
    await this.bus.request(reportBundle, { bundleId, caller, token, form });
    return { message: 'Thank you. We will look at it.' };
  }

  @Route('POST /api/links/{id}/report', linkRoutes.reportLink)
  async reportLink(
    @Param('id') slug: string,
    @CurrentCaller() caller: Caller,
    @ValidBody(linkRoutes.reportLink) form: BodyOf<typeof linkRoutes.reportLink>,
  ): Promise<{ message: string }> {
    await this.bus.request(reportLink, { slug, caller, form });
    return { message: 'Thank you. We will look at it.' };
  }
}
