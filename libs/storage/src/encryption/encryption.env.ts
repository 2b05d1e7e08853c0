import { secretKeys } from '@waybill/service-kit';

/** Environment variables of encryption at rest. */
export const encryptionEnv = { ENCRYPTION_KEY: secretKeys() };
