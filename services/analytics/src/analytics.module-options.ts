/** Injection token of AnalyticsConfig. */
export const ANALYTICS_MODULE_OPTIONS = Symbol('analytics configuration');

export interface AnalyticsModuleOptions {
  /** The first keys the visitors' hashes; whoever is known by a hash of another is no new visitor. */
  readonly visitorSalts: readonly Buffer[];
}

/** Environment names that analytics alone reads: none. */
export const analyticsConfiguration = {};
