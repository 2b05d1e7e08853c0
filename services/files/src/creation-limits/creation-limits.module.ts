import { Module } from '@nestjs/common';
import { CreationLimiterService } from './creation-limiter.service.js';

/** Rate limits of what an owner makes. */
@Module({ providers: [CreationLimiterService], exports: [CreationLimiterService] })
export class CreationLimitsModule {}
