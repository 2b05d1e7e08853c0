import type { PlanId, PromotionSettings, SignUpMode } from '@waybill/contracts';

import type { Keyring } from '@waybill/storage';

/** Injection token of AuthModuleOptions. */
export const AUTH_MODULE_OPTIONS = Symbol('AuthModuleOptions');

/** The OpenID Connect provider. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** Label of its button. */
  readonly name: string;
  /** Address of the callback at this Waybill. */
  readonly redirectUri: string;
}

export interface AuthModuleOptions {
  /** Public address of this Waybill, to which passkeys are bound. */
  readonly publicUrl: URL;
  /** Null where none is set. */
  readonly oidc: OidcSettings | null;
  /** Sessions end so many days after their log-in, whatever their use. */
  readonly sessionMaxDays: number;
  /** Whether a new account must confirm its e-mail address before log-in: true with a mail server (contract, "Activation"). */
  readonly activationRequired: boolean;
  /** The promotion that the operator configured. */
  readonly promotion: PromotionSettings;
  /** Wraps the secrets of authenticator apps. */
  readonly keyring: Keyring;
  /** Least plan of every account. */
  readonly defaultPlan: PlanId;
  readonly signUp: SignUpMode;
  /** Domains whose addresses may sign up, in lower case; empty: all. */
  readonly signUpDomains: readonly string[];
  /** Keys of the addresses (`emailKey`) whose accounts administer this installation. */
  readonly adminEmails: readonly string[];
}
