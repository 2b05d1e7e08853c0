import { Module } from '@nestjs/common';
import { AttemptLimiterService } from './attempt-limiter.service.js';

@Module({ providers: [AttemptLimiterService], exports: [AttemptLimiterService] })
export class AttemptLimiterModule {}
