export { sharingDatabase } from './database/sharing.database.js';
export { type SharingModuleOptions as SharingConfig, sharingConfiguration } from './sharing.module-options.js';
export { SharingModule } from './sharing.module.js';
export { sharingProcess } from './sharing.process.js';
