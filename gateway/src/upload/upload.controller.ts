import { Controller, Req, Res } from '@nestjs/common';
import { AppError, type Caller, type Uploaded } from '@waybill/contracts';
import { transferRoutes } from '@waybill/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller } from '../http/caller.decorator.js';
import { CookiesService } from '../http/cookies.service.js';
import { withBrowserId } from '../http/new-browser.js';
import { Route } from '../http/route.decorator.js';
import { AnonymousUploadsService } from '../limits/anonymous-uploads.service.js';
import { TransferSlotsService } from '../limits/transfer-slots.service.js';
import { UploadService } from './upload.service.js';

@Controller()
export class UploadController {
  constructor(
    private readonly uploads: UploadService,
    private readonly cookies: CookiesService,
    private readonly slots: TransferSlotsService,
    private readonly anonymousUploads: AnonymousUploadsService,
  ) {}

  @Route('POST /api/upload', transferRoutes.upload)
  async upload(
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Uploaded> {
    if (!request.isMultipart()) throw new AppError('request.unsupported-type');
    const { owner, newBrowserId } = withBrowserId(caller);
    return this.slots.during('upload', caller.address, async () => {
      await this.anonymousUploads.countUpload(caller);
      const uploaded = await this.uploads.receive(request, owner);
      if (newBrowserId !== null) this.cookies.setBrowser(reply, newBrowserId);
      return uploaded;
    });
  }
}
