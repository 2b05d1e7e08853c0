import { Module } from '@nestjs/common';
import { MailRateLimiterService } from './mail-rate-limiter.service.js';

/** Rate limits of mails sent on behalf of users. */
@Module({ providers: [MailRateLimiterService], exports: [MailRateLimiterService] })
export class MailLimitModule {}
