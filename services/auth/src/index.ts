export { rewrapTotpSecrets } from './totp/rewrap-totp-secrets.js';
export { AuthModule } from './auth.module.js';
export { authProcess } from './auth.process.js';
export { authDatabase } from './database/auth.database.js';
