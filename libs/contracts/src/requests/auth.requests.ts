import { z } from 'zod';
import {
  changePasswordSchema,
  deleteAccountSchema,
  loginSchema,
  messageSchema,
  nameSchema,
  resetPasswordSchema,
  signUpSchema,
  userSchema,
} from '../dto/auth.dto.js';
import { sessionSchema } from '../dto/session.dto.js';
import { defineRequest } from '../message.js';
import { emptySchema, loggedAddress } from './caller.js';
import { passwordQueueErrors } from './password-errors.js';
import { openedSessionSchema, signInClientSchema } from './sign-in.requests.js';

/** Creates an account. Replies the same for an address with an account, to not reveal that the account exists. */
export const signUp = defineRequest(
  'auth.accounts.sign-up',
  z.object({ form: signUpSchema, browserId: z.uuid().nullable(), address: z.string() }),
  messageSchema,
  [
    'auth.too-many-attempts',
    'auth.password-too-common',
    'auth.sign-up-closed',
    'auth.invitation-required',
    'auth.invalid-invitation',
    'auth.sign-up-domain',
    ...passwordQueueErrors,
  ],
);

/** Activates an account. `token` and `email` can be missing in a damaged link. */
export const verifyEmail = defineRequest(
  'auth.accounts.verify-email',
  z.object({ token: z.string().optional(), email: z.string().optional(), ...loggedAddress }),
  messageSchema,
  ['auth.invalid-verification-link', 'auth.expired-verification-link'],
);

export const updateProfile = defineRequest(
  'auth.accounts.update-profile',
  z.object({ userId: z.uuid(), name: nameSchema }),
  userSchema,
  ['auth.required'],
);

/** Deletes the account permanently. All services delete their data about it (`auth.user.deleted`). */
export const deleteAccount = defineRequest(
  'auth.accounts.delete',
  z.object({ userId: z.uuid(), sessionToken: z.string(), form: deleteAccountSchema, ...loggedAddress }),
  emptySchema,
  [
    'auth.required',
    'auth.wrong-current-password',
    'auth.no-password',
    'auth.too-many-attempts',
    ...passwordQueueErrors,
  ],
);

/**
 * Changes the password and ends every session of the user. The session of `sessionToken` continues with the
 * returned token.
 */
export const changePassword = defineRequest(
  'auth.passwords.change',
  z.object({ userId: z.uuid(), sessionToken: z.string(), form: changePasswordSchema, ...loggedAddress }),
  messageSchema.extend({ sessionToken: z.string().optional() }),
  [
    'auth.required',
    'auth.wrong-current-password',
    'auth.no-password',
    'auth.password-too-common',
    'auth.too-many-attempts',
    ...passwordQueueErrors,
  ],
);

export const requestPasswordReset = defineRequest(
  'auth.passwords.request-reset',
  z.object({ email: z.string(), address: z.string() }),
  messageSchema,
  ['auth.too-many-attempts'],
);

/** Checks the token of a reset link. The token can still be used afterwards. */
export const checkPasswordReset = defineRequest(
  'auth.passwords.check-reset',
  z.object({ token: z.string().optional(), email: z.string().optional(), address: z.string().optional() }),
  messageSchema,
  ['auth.invalid-reset-link', 'auth.too-many-attempts'],
);

export const resetPassword = defineRequest(
  'auth.passwords.reset',
  resetPasswordSchema.extend({ address: z.string().optional() }),
  messageSchema,
  ['auth.invalid-reset-link', 'auth.password-too-common', 'auth.too-many-attempts', ...passwordQueueErrors],
);

/** Creates a session. `sessionToken` is the value of the cookie; the service stores only its hash. */
export const logIn = defineRequest(
  'auth.sessions.log-in',
  signInClientSchema.extend({ form: loginSchema }),
  openedSessionSchema,
  [
    'auth.invalid-credentials',
    'auth.not-activated',
    'auth.suspended',
    'auth.code-required',
    'auth.incorrect-code',
    'auth.too-many-attempts',
    ...passwordQueueErrors,
  ],
);

export const logOut = defineRequest(
  'auth.sessions.log-out',
  z.object({ sessionToken: z.string() }),
  emptySchema,
);

/** Returns the user of a session; null if the session is unknown, expired or revoked. */
export const checkSession = defineRequest(
  'auth.sessions.check',
  z.object({ sessionToken: z.string() }),
  z.object({ user: userSchema.nullable() }),
);

/** Lists the sessions of the user, most recently used first. */
export const listSessions = defineRequest(
  'auth.sessions.list',
  z.object({ userId: z.uuid(), sessionToken: z.string() }),
  z.object({ sessions: sessionSchema.array() }),
);

/**
 * Ends one session of the user. Idempotent: succeeds for an unknown id and for a session of another user, without
 * any effect.
 */
export const endSession = defineRequest(
  'auth.sessions.end',
  z.object({ userId: z.uuid(), sessionId: z.uuid(), ...loggedAddress }),
  emptySchema,
);

/** Ends every session of the user except that of `sessionToken`. */
export const endOtherSessions = defineRequest(
  'auth.sessions.end-others',
  z.object({ userId: z.uuid(), sessionToken: z.string(), ...loggedAddress }),
  emptySchema,
);
