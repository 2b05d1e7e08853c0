import { Controller, Param, Req, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  type Caller,
  createRecipientLink,
  getFileMetadata,
  getLinkSlug,
  getOwnedFile,
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
import { Route } from '../http/route.decorator.js';
import { SkipSession } from '../http/access.decorator.js';
import { FileIdPipe } from '../http/file-id.pipe.js';
import { LateSessionService } from '../sessions/late-session.service.js';

@Controller()
export class SharingController {
  constructor(
    private readonly bus: Bus,
    private readonly qrCodes: QrCodeService,
    private readonly late: LateSessionService,
  ) {}

  /** Answers 404 or 410 once the file is gone. */
  @Route('GET /api/qr-code/{id}', sharingRoutes.qrCode)
  @SkipSession()
  async qrCode(
    @Param('id', FileIdPipe) fileId: string,
    @ValidQuery(sharingRoutes.qrCode) { format }: QueryOf<typeof sharingRoutes.qrCode>,
    @CurrentCaller() { address }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const header = request.headers['x-verification-token'];
    const token = typeof header === 'string' ? header : null;
    const slug = await this.late
      .request(request, (caller) => this.bus.request(getFileMetadata, { fileId, token, caller }))
      .catch(allowBeingScanned)
      .then(() => undefined)
      .catch((error: unknown) => this.slugOfLink(fileId, error));
    const etag = this.qrCodes.etag(fileId, format, slug);
    void reply.header('etag', etag);
    if (isUnchanged(request.headers['if-none-match'], etag)) {
      await reply.status(304).send();
      return;
    }
    const { contentType, base64 } = await this.qrCodes.get(fileId, format, address, slug);
    await reply
      .header('content-type', contentType)
      .header('cache-control', 'private, max-age=60')
      .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
      .header('content-disposition', `inline; filename="qr-code-${fileId}.${format}"`)
      .send(Buffer.from(base64, 'base64'));
  }

  /** The slug of the link with this id. @throws `error` when there is none */
  private async slugOfLink(linkId: string, error: unknown): Promise<string> {
    if (!(error instanceof AppError) || error.code !== 'files.not-found') throw error;
    try {
      return (await this.bus.request(getLinkSlug, { linkId })).slug;
    } catch (refusal) {
      throw refusal instanceof AppError && refusal.code === 'links.not-found' ? error : refusal;
    }
  }

  @Route('POST /api/share/email/{id}', sharingRoutes.shareByEmail)
  async shareByEmail(
    @Param('id', FileIdPipe) fileId: string,
    @CurrentCaller() caller: Caller,
    @CurrentUser() user: User | null,
    @ValidBody(sharingRoutes.shareByEmail) form: BodyOf<typeof sharingRoutes.shareByEmail>,
  ) {
    const file = await this.bus.request(getOwnedFile, { fileId, caller });
    const { recipientName } = form;
    const { slug } = await this.bus.request(createRecipientLink, { fileId, caller, recipientName });
    return this.bus.request(shareByEmail, {
      caller,
      ...(slug !== null && { slug }),
      senderName: user?.name ?? null,
      file: {
        id: file.id,
        originalName: file.originalName,
        size: file.size,
        deleteAt: file.deleteAt.Time,
        isPasswordProtected: file.password.Valid,
      },
      form,
    });
  }

  @Route('POST /api/contact', sharingRoutes.contact)
  async contact(
    @ValidBody(sharingRoutes.contact) form: BodyOf<typeof sharingRoutes.contact>,
    @CurrentCaller() { address }: Caller,
  ) {
    return this.bus.request(sendContactMessage, { form, address });
  }
}

/** The code contains the link only, and its owner wants it while the file waits for its virus scan. */
function allowBeingScanned(error: unknown): void {
  if (AppError.from(error).code !== 'files.being-scanned') throw error;
}
