import { Module } from '@nestjs/common';
import { SharingController } from './sharing.controller.js';

/** QR codes, share mails and the contact form. */
@Module({ controllers: [SharingController] })
export class SharingModule {}
