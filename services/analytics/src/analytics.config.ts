/** Injection token of AnalyticsConfig. */
export const ANALYTICS_CONFIG = Symbol('analytics configuration');

export interface AnalyticsConfig {
  /** Keys the visitors' hashes. Another salt makes every visitor a new one. */
  readonly visitorSalt: Buffer;
}

/** Environment names that analytics alone reads: none. */
export const analyticsConfiguration = {};
