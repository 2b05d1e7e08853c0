import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { NetworksModule } from '../networks/networks.module.js';
import { SignUpModule } from '../sign-up/sign-up.module.js';
import { TotpModule } from '../totp/totp.module.js';
import { LogInService } from './log-in.service.js';
import { SessionRequests } from './session.requests.js';
import { SessionService } from './session.service.js';

@Module({
  imports: [LimitsModule, NetworksModule, SignUpModule, TotpModule],
  controllers: [SessionRequests],
  providers: [LogInService, SessionService],
  exports: [SessionService],
})
export class SessionsModule {}
