export { settleLostObjects } from './backup/lost-objects.js';
export { namedObjects } from './backup/named-objects.js';
export { filesDatabase } from './database/files.database.js';
export { type FilesConfig, type PreviewsConfig } from './files.config.js';
export { filesConfiguration } from './files.configuration.js';
export { FilesModule } from './files.module.js';
export { FilesWorkerModule } from './files-worker.module.js';
export { rewrapKeys, type Rewrapped } from './rotation/rewrap-keys.js';
export { filesApiProcess, filesProcess, filesWorkerProcess } from './files.process.js';
