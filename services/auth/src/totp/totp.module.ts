import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { TotpService } from './totp.service.js';

/** Codes of authenticator apps. */
@Module({ imports: [LimitsModule], providers: [TotpService], exports: [TotpService] })
export class TotpModule {}
