import { Controller, Param, Req, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  type Caller,
  createRecipientLink,
  revokeLink,
  sendContactMessage,
  shareByEmail,
  type User,
} from '@waybill/contracts';
import { sharingRoutes } from '@waybill/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller, CurrentUser } from '../http/caller.decorator.js';
import { ValidQuery, type QueryOf, ValidBody, type BodyOf } from '../http/valid.decorator.js';
import { isUnchanged } from '../http/entity-tag.js';
import { QrCodeService } from './qr-code.service.js';
import { IdPipe } from '../http/id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { SkipSession } from '../http/access.decorator.js';
import { SharedTargetsService } from './shared-targets.service.js';

@Controller()
export class SharingController {
  constructor(
    private readonly bus: Bus,
    private readonly qrCodes: QrCodeService,
    private readonly targets: SharedTargetsService,
  ) {}

  /** The QR code of a file, bundle or link. Answers 404 or 410 once its target no longer exists. */
  @Route('GET /api/qr-code/{id}', sharingRoutes.qrCode)
  @SkipSession()
  async qrCode(
    @Param('id', new IdPipe('files.not-found')) targetId: string,
    @ValidQuery(sharingRoutes.qrCode) { format }: QueryOf<typeof sharingRoutes.qrCode>,
    @CurrentCaller() { address }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const target = { id: targetId, ...(await this.targets.targetOf(targetId, request)) };
    const etag = this.qrCodes.etag(target, format);
    // An address can change: a browser must not draw the former one.
    void reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (isUnchanged(request.headers['if-none-match'], etag)) {
      await reply.status(304).send();
      return;
    }
    const { contentType, base64 } = await this.qrCodes.get(target, format, address);
    await reply
      .header('content-type', contentType)
      .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
      .header('content-disposition', `inline; filename="qr-code-${targetId}.${format}"`)
      .send(Buffer.from(base64, 'base64'));
  }

  @Route('POST /api/share/email/{id}', sharingRoutes.shareByEmail)
  async shareByEmail(
    @Param('id', new IdPipe('files.not-found')) targetId: string,
    @CurrentCaller() caller: Caller,
    @CurrentUser() user: User | null,
    @ValidBody(sharingRoutes.shareByEmail) form: BodyOf<typeof sharingRoutes.shareByEmail>,
  ) {
    const file = await this.targets.ownedTarget(targetId, caller);
    const { recipientName } = form;
    const target = { kind: file.kind ?? 'file', id: file.id };
    const { slug, linkId } = await this.bus.request(createRecipientLink, { target, caller, recipientName });
    try {
      return await this.bus.request(shareByEmail, {
        caller,
        ...(slug !== null && { slug }),
        senderName: user?.name ?? null,
        file,
        form,
      });
    } catch (error) {
      // Keep the link after other errors, such as a timeout: the mail may be on its way.
      if (AppError.isRefusal(error) && linkId) await this.bus.request(revokeLink, { linkId, caller });
      throw error;
    }
  }

  @Route('POST /api/contact', sharingRoutes.contact)
  async contact(
    @ValidBody(sharingRoutes.contact) form: BodyOf<typeof sharingRoutes.contact>,
    @CurrentCaller() { address }: Caller,
  ) {
    return this.bus.request(sendContactMessage, { form, address });
  }
}
