import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { AppError, type InputOf, type OutputOf, renderQrCode } from '@waybill/contracts';
import { linkUrl, targetUrl } from '../public-urls.js';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from '../sharing.module-options.js';
import { drawQrCode } from './draw-qr-code.js';

@Controller()
export class QrCodeRequests {
  constructor(@Inject(SHARING_MODULE_OPTIONS) private readonly options: SharingModuleOptions) {}

  @Handles(renderQrCode)
  async render({
    fileId: id,
    kind,
    slug,
    format,
  }: InputOf<typeof renderQrCode>): Promise<OutputOf<typeof renderQrCode>> {
    try {
      const { publicUrl } = this.options;
      const url = slug === undefined ? targetUrl(publicUrl, { kind, id }) : linkUrl(publicUrl, slug);
      const { contentType, bytes } = await drawQrCode(url, format);
      return { contentType, base64: bytes.toString('base64') };
    } catch (error) {
      throw new AppError('sharing.qr-failed', undefined, { cause: error });
    }
  }
}
