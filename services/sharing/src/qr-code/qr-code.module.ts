import { Module } from '@nestjs/common';
import { QrCodeRequests } from './qr-code.requests.js';

@Module({ controllers: [QrCodeRequests] })
export class QrCodeModule {}
