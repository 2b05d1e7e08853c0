import type { ProcessDefinition } from '@waybill/composition';
import { AuthModule } from './auth.module.js';
import { authDatabase } from './database/auth.database.js';

/** The process of this service, in every profile. */
export const authProcess: ProcessDefinition = {
  service: 'auth',
  database: authDatabase,
  variables: [
    'REDIS_URL',
    'ENCRYPTION_KEY',
    'SMTP_URL',
    'PROMOTION_ENDS_AT',
    'PROMOTION_MESSAGE',
    'DEFAULT_PLAN',
    'ADMIN_EMAILS',
    'SIGN_UP',
    'SIGN_UP_DOMAINS',
    'PUBLIC_URL',
    'SESSION_MAX_DAYS',
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'OIDC_NAME',
  ],
  modules: (environment, adapters) => [
    adapters.limiter(),
    adapters.securityLog(),
    AuthModule.forRoot({
      activationRequired: environment.SMTP_URL !== undefined,
      promotion: environment.promotion,
      keyring: adapters.keyring(),
      defaultPlan: environment.DEFAULT_PLAN,
      signUp: environment.SIGN_UP,
      signUpDomains: environment.SIGN_UP_DOMAINS,
      adminEmails: environment.ADMIN_EMAILS,
      publicUrl: environment.PUBLIC_URL,
      sessionMaxDays: environment.SESSION_MAX_DAYS,
      oidc: environment.oidc && {
        ...environment.oidc,
        redirectUri: new URL('/api/auth/oidc/callback', environment.PUBLIC_URL).href,
      },
    }),
  ],
};
