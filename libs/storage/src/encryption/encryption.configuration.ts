import { secretKey } from '@waybill/service-kit';
import { z } from 'zod';

/** One or several keys of 32 bytes in base64, divided by commas: the first locks, all open. */
const secretKeys = z.string().transform((text, context): Buffer[] => {
  const keys = text.split(',').map((part) => secretKey().safeParse(part.trim()));
  const malformed = keys.find((key) => !key.success);
  if (!malformed) return keys.flatMap((key) => (key.success ? [key.data] : []));
  const sentence = malformed.error.issues[0]?.message ?? 'is malformed';
  context.addIssue({
    code: 'custom',
    message: `${sentence}; several are divided by commas, the newest first`,
  });
  return z.NEVER;
});

/** What encryption at rest reads from the environment (contract, "Configuration"). */
export const encryptionConfiguration = { ENCRYPTION_KEY: secretKeys };
