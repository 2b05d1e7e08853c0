export { sharingDatabase } from './database/sharing.database.js';
export { type SharingConfig, sharingConfiguration } from './sharing.config.js';
export { SharingModule } from './sharing.module.js';
export { sharingProcess } from './sharing.process.js';
