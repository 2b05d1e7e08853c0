export { type AuthConfig, authConfiguration } from './auth.config.js';
export { AuthModule } from './auth.module.js';
export { authDatabase } from './database/auth.database.js';
export { authProcess } from './auth.process.js';
