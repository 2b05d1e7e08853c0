export { type AnalyticsModuleOptions as AnalyticsConfig, analyticsConfiguration } from './analytics.module-options.js';
export { AnalyticsModule } from './analytics.module.js';
export { analyticsDatabase } from './database/analytics.database.js';
export { analyticsProcess } from './analytics.process.js';
