export { AnalyticsModule } from './analytics.module.js';
export type { AnalyticsModuleOptions } from './analytics.module-options.js';
export { analyticsProcess } from './analytics.process.js';
export { analyticsDatabase } from './database/analytics.database.js';
