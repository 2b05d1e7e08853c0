/** Injection token of AuthConfig. */
export const AUTH_CONFIG = Symbol('auth configuration');

/** What the operator set up (contract, "Promotion"). */
export interface PromotionSettings {
  readonly endsAt: Date | null;
  readonly message: string | null;
}

export interface AuthConfig {
  /** Whether a new account must confirm its e-mail address before it can log in: true with a mail server (contract, "Activation"). */
  readonly activationRequired: boolean;
  readonly promotion: PromotionSettings;
}

/** Environment names that auth alone reads: none. */
export const authConfiguration = {};
