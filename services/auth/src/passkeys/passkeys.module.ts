import { Module } from '@nestjs/common';
import { ChallengesModule } from '../challenges/challenges.module.js';
import { AttemptLimiterModule } from '../limits/attempt-limiter.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PasskeyLogInService } from './passkey-log-in.service.js';
import { PasskeyRequests } from './passkey.requests.js';
import { PasskeyService } from './passkey.service.js';

/** Passkeys: managed in the settings of an account, used for log-in. */
@Module({
  imports: [ChallengesModule, AttemptLimiterModule, PasswordsModule, SessionsModule],
  controllers: [PasskeyRequests],
  providers: [PasskeyService, PasskeyLogInService],
})
export class PasskeysModule {}
