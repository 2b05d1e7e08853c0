import { z } from 'zod';
import {
  beginTotpSchema,
  codeSchema,
  provisioningSchema,
  recoveryCodesSchema,
  removeTotpSchema,
  totpStatusSchema,
} from '../dto/totp.dto.js';
import { defineRequest } from '../message.js';
import { emptySchema, loggedAddress } from './caller.js';
import { passwordQueueErrors } from './password-errors.js';

const session = z.object({ userId: z.uuid(), sessionToken: z.string(), ...loggedAddress });
const passwordErrors = [
  'auth.required',
  'auth.wrong-current-password',
  'auth.no-password',
  'auth.too-many-attempts',
  ...passwordQueueErrors,
] as const;

export const getTotp = defineRequest('auth.totp.get', z.object({ userId: z.uuid() }), totpStatusSchema);

/** Creates a new secret. It has no effect until `confirmTotp` gets a code of it. */
export const beginTotp = defineRequest(
  'auth.totp.begin',
  session.extend({ form: beginTotpSchema }),
  provisioningSchema,
  [...passwordErrors, 'auth.totp-enabled'],
);

export const confirmTotp = defineRequest(
  'auth.totp.confirm',
  z.object({ userId: z.uuid(), code: codeSchema, ...loggedAddress }),
  recoveryCodesSchema,
  ['auth.wrong-code', 'auth.totp-enabled', 'auth.too-many-attempts'],
);

export const removeTotp = defineRequest(
  'auth.totp.remove',
  session.extend({ form: removeTotpSchema }),
  emptySchema,
  [...passwordErrors, 'auth.wrong-code', 'auth.totp-disabled'],
);
