import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus';
import {
  type Caller,
  type Contact,
  contactSchema,
  getFileMetadata,
  getOwnedFile,
  renderQrCode,
  sendContactMessage,
  shareByEmail,
  type ShareEmail,
  shareEmailSchema,
  type User,
} from '@waybill/contracts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { CurrentCaller, CurrentUser } from '../http/caller.decorator.js';
import { FileIdPipe, valid } from '../http/valid.pipe.js';

const formatSchema = z.object({ format: z.enum(['png', 'svg']).default('png').catch('png') });

@Controller('api')
export class SharingController {
  constructor(private readonly bus: Bus) {}

  /** QR codes expire with the file: what is not there has none. */
  @Get('qr-code/:id')
  async qrCode(
    @Param('id', FileIdPipe) fileId: string,
    @Query(valid(formatSchema)) { format }: z.infer<typeof formatSchema>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.bus.request(getFileMetadata, { fileId });
    const { contentType, base64 } = await this.bus.request(renderQrCode, { fileId, format });
    await reply
      .header('content-type', contentType)
      .header('cache-control', 'private, max-age=60')
      .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
      .header('content-disposition', `inline; filename="qr-code-${fileId}.${format}"`)
      .send(Buffer.from(base64, 'base64'));
  }

  @Post('share/email/:id')
  @HttpCode(202)
  async shareByEmail(
    @Param('id', FileIdPipe) fileId: string,
    @CurrentCaller() caller: Caller,
    @CurrentUser() user: User | null,
    @Body(valid(shareEmailSchema)) form: ShareEmail,
  ) {
    const file = await this.bus.request(getOwnedFile, { fileId, caller });
    return this.bus.request(shareByEmail, {
      caller,
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

  @Post('contact')
  @HttpCode(202)
  async contact(@Body(valid(contactSchema)) form: Contact, @CurrentCaller() { address }: Caller) {
    return this.bus.request(sendContactMessage, { form, address });
  }
}
