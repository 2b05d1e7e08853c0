import { Module } from '@nestjs/common';
import { ChallengesModule } from '../challenges/challenges.module.js';
import { AttemptLimiterModule } from '../limits/attempt-limiter.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignUpModule } from '../sign-up/sign-up.module.js';
import { TotpModule } from '../totp/totp.module.js';
import { OidcAccountService } from './oidc-account.service.js';
import { OidcProviderService } from './oidc-provider.service.js';
import { OidcRequests } from './oidc.requests.js';
import { OidcService } from './oidc.service.js';

/** Single sign-on by OpenID Connect. */
@Module({
  imports: [
    ChallengesModule,
    AttemptLimiterModule,
    PasswordsModule,
    SessionsModule,
    SignUpModule,
    TotpModule,
  ],
  controllers: [OidcRequests],
  providers: [OidcService, OidcAccountService, OidcProviderService],
})
export class OidcModule {}
