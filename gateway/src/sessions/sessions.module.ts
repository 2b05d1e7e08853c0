import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { HttpModule } from '../http/http.module.js';
import { BrowserSignInService } from './browser-sign-in.service.js';
import { DeferredSessionService } from './deferred-session.service.js';
import { PasswordStrategy } from './password.strategy.js';
import { SessionCacheService } from './session-cache.service.js';
import { SessionGuard } from './session.guard.js';
import { SessionStrategy } from './session.strategy.js';
import { SessionsController } from './sessions.controller.js';

/** Log-in, log-out and the session guard of every route. */
@Module({
  imports: [HttpModule],
  controllers: [SessionsController],
  providers: [
    { provide: APP_GUARD, useClass: SessionGuard },
    BrowserSignInService,
    DeferredSessionService,
    PasswordStrategy,
    SessionCacheService,
    SessionStrategy,
  ],
  exports: [BrowserSignInService, DeferredSessionService, SessionCacheService],
})
export class SessionsModule {}
