import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { LogInService } from './log-in.service.js';
import { SessionRequests } from './session.requests.js';
import { SessionService } from './session.service.js';

@Module({
  imports: [LimitsModule],
  controllers: [SessionRequests],
  providers: [LogInService, SessionService],
  exports: [SessionService],
})
export class SessionsModule {}
