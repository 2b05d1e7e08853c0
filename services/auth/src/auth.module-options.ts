import type { PlanId, SignUpMode } from '@waybill/contracts';

import type { Keyring } from '@waybill/storage';

/** Injection token of AuthModuleOptions. */
export const AUTH_MODULE_OPTIONS = Symbol('AuthModuleOptions');

/** The promotion that the operator configured (contract, "Promotion"). */
export interface PromotionSettings {
  readonly endsAt: Date | null;
  readonly message: string | null;
}

export interface AuthModuleOptions {
  /** Whether a new account must confirm its e-mail address before log-in: true with a mail server (contract, "Activation"). */
  readonly activationRequired: boolean;
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
