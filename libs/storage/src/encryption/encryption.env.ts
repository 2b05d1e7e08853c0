import { secretKeys } from '@waybill/service-kit';

/** What encryption at rest reads from the environment (contract, "Configuration"). */
export const encryptionEnv = { ENCRYPTION_KEY: secretKeys() };
