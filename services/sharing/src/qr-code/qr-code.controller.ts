import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { AppError, type InputOf, type OutputOf, renderQrCode as request } from '@waybill/contracts';
import { fileLink } from '../public-links.js';
import { SHARING_CONFIG, type SharingConfig } from '../sharing.config.js';
import { renderQrCode } from './qr-code.js';

@Controller()
export class QrCodeController {
  constructor(@Inject(SHARING_CONFIG) private readonly config: SharingConfig) {}

  @Handles(request)
  async render({ fileId, format }: InputOf<typeof request>): Promise<OutputOf<typeof request>> {
    try {
      const { contentType, bytes } = await renderQrCode(fileLink(this.config.publicUrl, fileId), format);
      return { contentType, base64: bytes.toString('base64') };
    } catch (error) {
      throw new AppError('sharing.qr-failed', undefined, { cause: error });
    }
  }
}
