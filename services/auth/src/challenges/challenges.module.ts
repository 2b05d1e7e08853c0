import { Module } from '@nestjs/common';
import { ChallengeService } from './challenge.service.js';

/** Challenges of sign-ins that take several calls. */
@Module({ providers: [ChallengeService], exports: [ChallengeService] })
export class ChallengesModule {}
