import { Controller, Param, Req, Res } from '@nestjs/common';
import type { Caller } from '@waybill/contracts';
import { bundleRoutes } from '@waybill/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition } from '../download/content-disposition.js';
import { RangeResponseService } from '../download/range-response.service.js';
import { CurrentCaller } from '../http/caller.decorator.js';
import { Route } from '../http/route.decorator.js';
import { type QueryOf, ValidQuery } from '../http/valid.decorator.js';
import { verificationTokenOf } from '../http/verification-token.js';
import { TransferSlotsService } from '../limits/transfer-slots.service.js';
import { BundleArchiveService } from './bundle-archive.service.js';
import { BundleIdPipe } from '../http/bundle-id.pipe.js';
import { BundleVisitRecorderService } from '../download/bundle-visit-recorder.service.js';

const ZIP = 'application/zip';

@Controller()
export class BundleDownloadController {
  constructor(
    private readonly archives: BundleArchiveService,
    private readonly responses: RangeResponseService,
    private readonly visits: BundleVisitRecorderService,
    private readonly slots: TransferSlotsService,
  ) {}

  @Route('GET /api/bundles/{id}/download', bundleRoutes.downloadBundle)
  async download(
    @Param('id', BundleIdPipe) bundleId: string,
    @ValidQuery(bundleRoutes.downloadBundle) query: QueryOf<typeof bundleRoutes.downloadBundle>,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const token = verificationTokenOf(request, query);
    const archive = await this.archives.open({ bundleId, caller, token });
    const response = this.responses.prepare(request, reply, archive);
    const freeSlot = this.slots.acquire('download', caller.address);
    try {
      const { isOwner } = archive;
      await this.visits.recordDownload({ bundleId, query, caller, request, isOwner }, response.status);
      const hasBody = request.method !== 'HEAD' && response.status !== 304;
      const body = hasBody ? archive.read(response.range) : null;
      const disposition = contentDisposition('attachment', ZIP, `${archive.name}.zip`);
      await this.responses.send(reply, { ...archive, mimeType: ZIP }, response, body, disposition);
    } finally {
      freeSlot();
    }
  }
}
