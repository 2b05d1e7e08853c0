import { Module } from '@nestjs/common';
import { AttemptLimiterModule } from '../limits/attempt-limiter.module.js';
import { TotpService } from './totp.service.js';

/** Codes of authenticator apps. */
@Module({ imports: [AttemptLimiterModule], providers: [TotpService], exports: [TotpService] })
export class TotpModule {}
