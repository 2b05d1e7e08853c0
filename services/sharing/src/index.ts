export { sharingDatabase } from './database/sharing.database.js';
export { SharingModule } from './sharing.module.js';
export type { SharingModuleOptions } from './sharing.module-options.js';
export { sharingProcess } from './sharing.process.js';
export { rewrapWebhookSecrets } from './webhooks/rewrap-webhook-secrets.js';
