import { type DynamicModule, Module } from '@nestjs/common';
import { AccountDeletionService } from './accounts/account-deletion.service.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { ActivationService } from './accounts/activation.service.js';
import { ProfileService } from './accounts/profile.service.js';
import { SignUpService } from './accounts/sign-up.service.js';
import { AUTH_CONFIG, type AuthConfig } from './auth.config.js';
import { HealthController } from './health/health.controller.js';
import { Attempts } from './limits/attempts.js';
import { CurrentPassword } from './passwords/current-password.js';
import { PasswordChangeService } from './passwords/password-change.service.js';
import { PasswordResetService } from './passwords/password-reset.service.js';
import { PasswordsController } from './passwords/passwords.controller.js';
import { PlanConsumer } from './plan/plan.consumer.js';
import { LogInService } from './sessions/log-in.service.js';
import { SessionStore } from './sessions/session-store.js';
import { SessionsController } from './sessions/sessions.controller.js';

/** People: accounts, sessions, activation, password reset. Needs database, bus, limiter and service-kit beside it. */
@Module({})
export class AuthModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return {
      module: AuthModule,
      controllers: [
        AccountsController,
        SessionsController,
        PasswordsController,
        PlanConsumer,
        HealthController,
      ],
      providers: [
        { provide: AUTH_CONFIG, useValue: config },
        Attempts,
        SignUpService,
        ActivationService,
        ProfileService,
        AccountDeletionService,
        SessionStore,
        LogInService,
        CurrentPassword,
        PasswordChangeService,
        PasswordResetService,
      ],
    };
  }
}
