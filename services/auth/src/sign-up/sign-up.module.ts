import { Module } from '@nestjs/common';
import { AttemptLimiterModule } from '../limits/attempt-limiter.module.js';
import { ActivationService } from './activation.service.js';
import { InvitationService } from './invitation.service.js';
import { PendingSignUpService } from './pending-sign-up.service.js';
import { SignUpRequests } from './sign-up.requests.js';
import { SignUpService } from './sign-up.service.js';
import { UnactivatedAccountSweep } from './unactivated-account.sweep.js';

@Module({
  imports: [AttemptLimiterModule],
  controllers: [SignUpRequests],
  providers: [
    SignUpService,
    ActivationService,
    InvitationService,
    PendingSignUpService,
    UnactivatedAccountSweep,
  ],
  exports: [InvitationService, PendingSignUpService],
})
export class SignUpModule {}
