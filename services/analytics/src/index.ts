export { type AnalyticsConfig, analyticsConfiguration } from './analytics.config.js';
export { AnalyticsModule } from './analytics.module.js';
export { analyticsDatabase } from './database/analytics.database.js';
export { analyticsProcess } from './analytics.process.js';
