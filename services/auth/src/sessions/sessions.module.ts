import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module.js';
import { AttemptLimiterModule } from '../limits/attempt-limiter.module.js';
import { NetworksModule } from '../networks/networks.module.js';
import { AuthPlanPromotionModule } from '../promotion/auth-plan-promotion.module.js';
import { SignUpModule } from '../sign-up/sign-up.module.js';
import { TotpModule } from '../totp/totp.module.js';
import { LogInService } from './log-in.service.js';
import { SessionRequests } from './session.requests.js';
import { SessionService } from './session.service.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [
    DevicesModule,
    AttemptLimiterModule,
    NetworksModule,
    AuthPlanPromotionModule,
    SignUpModule,
    TotpModule,
  ],
  controllers: [SessionRequests],
  providers: [LogInService, SessionService, SignInService],
  exports: [SessionService, SignInService],
})
export class SessionsModule {}
