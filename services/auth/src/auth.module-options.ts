import type { PlanId, PromotionSettings, SignUpMode } from '@waybill/contracts';

import type { Keyring } from '@waybill/storage';

/** Injection token of AuthModuleOptions. */
export const AUTH_MODULE_OPTIONS = Symbol('auth module options');

/** The OpenID Connect provider. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** Label of the button that starts single sign-on. */
  readonly name: string;
  /** Address of the callback at this Waybill. */
  readonly redirectUri: string;
}

export interface AuthModuleOptions {
  /** Public address of this Waybill, to which passkeys are bound. */
  readonly publicUrl: URL;
  /** Null if no provider is configured. */
  readonly oidc: OidcSettings | null;
  /** Maximum lifetime of a session in days from its log-in, however recently it was used. */
  readonly sessionMaxDays: number;
  /**
   * Whether a new account must confirm its e-mail address before log-in. True with a mail server (contract,
   * "Activation").
   */
  readonly activationRequired: boolean;
  /** The promotion that the operator configured. */
  readonly promotion: PromotionSettings;
  /** Wraps the secrets of authenticator apps. */
  readonly keyring: Keyring;
  /** Plan that every account has at least. */
  readonly defaultPlan: PlanId;
  readonly signUp: SignUpMode;
  /** Domains whose addresses may sign up, in lower case; empty: all. */
  readonly signUpDomains: readonly string[];
  /** Keys of the addresses (`emailKey`) whose accounts administer this installation. */
  readonly adminEmails: readonly string[];
}
