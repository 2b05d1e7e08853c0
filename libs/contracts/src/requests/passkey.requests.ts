import { z } from 'zod';
import {
  newPasskeySchema,
  passkeyLogInSchema,
  passkeyOptionsSchema,
  passkeySchema,
  renamePasskeySchema,
} from '../dto/passkey.dto.js';
import { reauthenticationSchema } from '../dto/sign-in.dto.js';
import { defineRequest } from '../message.js';
import { creatingSession, emptySchema, loggedAddress } from './caller.js';
import { reauthenticationErrors, openedSessionSchema, signInClientSchema } from './sign-in.requests.js';

const user = z.object({ userId: z.uuid() });
const passkey = user.extend({ passkeyId: z.uuid() });
const options = z.object({ options: passkeyOptionsSchema });

/** Lists the passkeys of an account, the newest first. */
export const listPasskeys = defineRequest(
  'auth.passkeys.list',
  user,
  z.object({ passkeys: passkeySchema.array() }),
);

/** Makes the challenge for a new passkey, after the password or a recent log-in. */
export const beginPasskey = defineRequest(
  'auth.passkeys.begin',
  user.extend({ sessionToken: z.string(), form: reauthenticationSchema, ...loggedAddress }),
  options,
  [...reauthenticationErrors, 'auth.too-many-passkeys'],
);

export const addPasskey = defineRequest(
  'auth.passkeys.add',
  user.extend({ ...creatingSession, form: newPasskeySchema, ...loggedAddress }),
  passkeySchema,
  ['auth.required', 'auth.passkey-refused', 'auth.too-many-passkeys'],
);

export const renamePasskey = defineRequest(
  'auth.passkeys.rename',
  passkey.extend({ form: renamePasskeySchema }),
  passkeySchema,
  ['auth.passkey-not-found'],
);

/** Removes a passkey. Idempotent: succeeds for an unknown id too. */
export const removePasskey = defineRequest(
  'auth.passkeys.remove',
  passkey.extend(loggedAddress),
  emptySchema,
);

/** Makes the challenge for a log-in with any passkey. */
export const beginPasskeyLogIn = defineRequest(
  'auth.passkeys.begin-log-in',
  z.object({ address: z.string() }),
  options,
  ['auth.too-many-attempts'],
);

export const logInWithPasskey = defineRequest(
  'auth.passkeys.log-in',
  signInClientSchema.extend({ form: passkeyLogInSchema }),
  openedSessionSchema,
  ['auth.invalid-passkey', 'auth.suspended', 'auth.too-many-attempts'],
);
