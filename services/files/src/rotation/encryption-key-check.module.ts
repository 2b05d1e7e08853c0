import { Module } from '@nestjs/common';
import { EncryptionKeyCheckService } from './encryption-key-check.service.js';

@Module({ providers: [EncryptionKeyCheckService] })
export class EncryptionKeyCheckModule {}
