import { Module } from '@nestjs/common';
import { QrCodeService } from './qr-code.service.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SharedTargetsService } from './shared-targets.service.js';
import { SharingController } from './sharing.controller.js';

/** QR codes, share mails and the contact form. */
@Module({
  imports: [SessionsModule],
  controllers: [SharingController],
  providers: [QrCodeService, SharedTargetsService],
})
export class SharingModule {}
