import { type DynamicModule, Module } from '@nestjs/common';
import { healthRequestsOf } from '@waybill/bus';
import { AccessTokensModule } from './access-tokens/access-tokens.module.js';
import { AccountDeletionModule } from './account-deletion/account-deletion.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AUTH_MODULE_OPTIONS, type AuthModuleOptions } from './auth.module-options.js';
import { NoticesModule } from './notices/notices.module.js';
import { OidcModule } from './oidc/oidc.module.js';
import { OwnersModule } from './owners/owners.module.js';
import { PasskeysModule } from './passkeys/passkeys.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { PeopleModule } from './people/people.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { TotpSettingsModule } from './totp-settings/totp-settings.module.js';
import { SignUpModule } from './sign-up/sign-up.module.js';

/**
 * Accounts, their sessions and every way to sign in, access tokens, administration of people, and the audit log.
 * Requires the global modules of database, bus, limiter, security log and service-kit.
 */
@Module({})
export class AuthModule {
  static forRoot(options: AuthModuleOptions): DynamicModule {
    return {
      module: AuthModule,
      // Every feature module can read the options.
      global: true,
      imports: [
        AuditModule,
        NoticesModule,
        OwnersModule,
        AccountsModule,
        SessionsModule,
        PasswordsModule,
        SignUpModule,
        AccountDeletionModule,
        PeopleModule,
        AccessTokensModule,
        TotpSettingsModule,
        SignInModule,
        OidcModule,
        PasskeysModule,
      ],
      controllers: [healthRequestsOf('auth')],
      providers: [{ provide: AUTH_MODULE_OPTIONS, useValue: options }],
      exports: [AUTH_MODULE_OPTIONS],
    };
  }
}
