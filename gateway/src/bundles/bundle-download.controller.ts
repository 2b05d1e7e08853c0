import { Controller, Param, Req, Res } from '@nestjs/common';
import type { Caller } from '@waybill/contracts';
import { bundleRoutes } from '@waybill/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { contentDisposition } from '../download/content-disposition.js';
import { LinkDownloadService } from '../download/link-download.service.js';
import { RangeResponseService } from '../download/range-response.service.js';
import { rejectUsedUpHead } from '../download/resumed-download.js';
import { CurrentCaller } from '../http/caller.decorator.js';
import { isMachine } from '../http/is-machine.js';
import { IdPipe } from '../http/id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { type QueryOf, ValidQuery } from '../http/valid.decorator.js';
import { verificationTokenOf } from '../http/verification-token.js';
import { TransferSlotsService } from '../limits/transfer-slots.service.js';
import { BundleZipService } from './bundle-zip.service.js';
import { BundleVisitRecorderService } from '../visits/bundle-visit-recorder.service.js';

const ZIP = 'application/zip';

@Controller()
export class BundleDownloadController {
  constructor(
    private readonly linkDownloads: LinkDownloadService,
    private readonly archives: BundleZipService,
    private readonly responses: RangeResponseService,
    private readonly visits: BundleVisitRecorderService,
    private readonly slots: TransferSlotsService,
  ) {}

  @Route('GET /api/bundles/{id}/download', bundleRoutes.downloadBundle)
  async download(
    @Param('id', new IdPipe('bundles.not-found')) bundleId: string,
    @ValidQuery(bundleRoutes.downloadBundle) query: QueryOf<typeof bundleRoutes.downloadBundle>,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const token = verificationTokenOf(request, query);
    // HEAD is a machine's request, but fetches no bytes: a link with a limit need not refuse it.
    const machine = request.method !== 'HEAD' && isMachine(request);
    // Must come first, also for HEAD: the layout of an archive is computed from up to 10,000 files.
    const freeSlot = this.slots.acquire('download', caller.address);
    let body: Readable | null = null;
    try {
      const archive = await this.archives.open({ bundleId, caller, token, isMachine: machine });
      const { isOwner, origin } = archive;
      const response = this.responses.prepare(request, reply, archive);
      rejectUsedUpHead(request, origin, response);
      const hasBody = request.method !== 'HEAD' && response.status !== 304;
      // One request of a machine would otherwise be an entry of each of up to 10,000 files.
      const isDownload = hasBody && !machine;
      const call = { bundleId, query, caller, request, isOwner, origin };
      body = hasBody ? await readable(archive.read(response.range)) : null;
      const record = () => this.visits.recordArchive(call, response.status, isDownload);
      if (isDownload)
        await this.linkDownloads.countThenRecord({ targetId: bundleId, origin, response }, record);
      else await record();
      const disposition = contentDisposition('attachment', ZIP, `${archive.name}.zip`);
      await this.responses.send(reply, { ...archive, mimeType: ZIP }, response, body, disposition);
    } finally {
      body?.destroy();
      freeSlot();
    }
  }
}

/** Waits for the first bytes. @throws the error of a body that has none */
async function readable(body: Readable): Promise<Readable> {
  await once(body, 'readable');
  return body;
}
