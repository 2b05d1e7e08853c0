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
import { emptySchema } from './caller.js';

/** Same answer for a new and for a known address. */
export const signUp = defineRequest(
  'auth.accounts.sign-up',
  z.object({ form: signUpSchema, browserId: z.uuid().nullable(), address: z.string() }),
  messageSchema,
  ['auth.too-many-attempts', 'auth.password-too-common'],
);

/** `token` and `email` may be missing in a mangled link. */
export const verifyEmail = defineRequest(
  'auth.accounts.verify-email',
  z.object({ token: z.string().optional(), email: z.string().optional() }),
  messageSchema,
  ['auth.invalid-verification-link', 'auth.expired-verification-link'],
);

export const updateProfile = defineRequest(
  'auth.accounts.update-profile',
  z.object({ userId: z.uuid(), name: nameSchema }),
  userSchema,
  ['auth.required'],
);

/** Deletes the account for good, and has everyone forget it (`auth.user.deleted`). */
export const deleteAccount = defineRequest(
  'auth.accounts.delete',
  z.object({ userId: z.uuid(), sessionToken: z.string(), form: deleteAccountSchema }),
  emptySchema,
  ['auth.required', 'auth.wrong-current-password', 'auth.too-many-attempts'],
);

/** Ends every session of the user. That of `sessionToken` continues with the returned token. */
export const changePassword = defineRequest(
  'auth.passwords.change',
  z.object({ userId: z.uuid(), sessionToken: z.string(), form: changePasswordSchema }),
  messageSchema.extend({ sessionToken: z.string().optional() }),
  ['auth.required', 'auth.wrong-current-password', 'auth.password-too-common', 'auth.too-many-attempts'],
);

export const requestPasswordReset = defineRequest(
  'auth.passwords.request-reset',
  z.object({ email: z.string(), address: z.string() }),
  messageSchema,
  ['auth.too-many-attempts'],
);

/** Only checks the link; never spends it. */
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
  ['auth.invalid-reset-link', 'auth.password-too-common', 'auth.too-many-attempts'],
);

/** Opens a session. `sessionToken` is what the cookie carries; the service keeps only its hash. */
export const logIn = defineRequest(
  'auth.sessions.log-in',
  z.object({ form: loginSchema, address: z.string(), userAgent: z.string() }),
  z.object({ user: userSchema, sessionToken: z.string(), expiresAt: z.string() }),
  ['auth.invalid-credentials', 'auth.not-activated', 'auth.too-many-attempts'],
);

export const logOut = defineRequest(
  'auth.sessions.log-out',
  z.object({ sessionToken: z.string() }),
  emptySchema,
);

/** The user a session belongs to; null when it is unknown, ended or revoked. */
export const checkSession = defineRequest(
  'auth.sessions.check',
  z.object({ sessionToken: z.string() }),
  z.object({ user: userSchema.nullable() }),
);

/** Where the user is logged in; the most recently used first. */
export const listSessions = defineRequest(
  'auth.sessions.list',
  z.object({ userId: z.uuid(), sessionToken: z.string() }),
  z.object({ sessions: sessionSchema.array() }),
);

/** Ends one session of the user. Idempotent: an id that is none of theirs is as good as ended. */
export const endSession = defineRequest(
  'auth.sessions.end',
  z.object({ userId: z.uuid(), sessionId: z.uuid() }),
  emptySchema,
);

/** Ends every session of the user but the one of `sessionToken`. */
export const endOtherSessions = defineRequest(
  'auth.sessions.end-others',
  z.object({ userId: z.uuid(), sessionToken: z.string() }),
  emptySchema,
);
