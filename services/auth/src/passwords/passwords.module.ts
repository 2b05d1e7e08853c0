import { Module } from '@nestjs/common';
import { AttemptLimiterModule } from '../limits/attempt-limiter.module.js';
import { NetworksModule } from '../networks/networks.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignUpModule } from '../sign-up/sign-up.module.js';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordResetService } from './password-reset.service.js';
import { PasswordRequests } from './password.requests.js';
import { ReauthenticationService } from './reauthentication.service.js';

@Module({
  imports: [AttemptLimiterModule, NetworksModule, SessionsModule, SignUpModule],
  controllers: [PasswordRequests],
  providers: [PasswordChangeService, PasswordResetService, ReauthenticationService],
  exports: [ReauthenticationService],
})
export class PasswordsModule {}
