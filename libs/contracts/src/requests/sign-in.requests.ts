import { z } from 'zod';
import { messageSchema, userSchema } from '../dto/auth.dto.js';
import {
  reauthenticationSchema,
  firstPasswordSchema,
  providerAnswerSchema,
  providerPageSchema,
  signInMethodsSchema,
} from '../dto/sign-in.dto.js';
import { codeSchema } from '../dto/totp.dto.js';
import { defineRequest } from '../message.js';
import { emptySchema, loggedAddress } from './caller.js';
import { passwordQueueErrors } from './password-errors.js';

const session = z.object({ userId: z.uuid(), sessionToken: z.string(), ...loggedAddress });

/** The browser that signs in. `device`: its long-lived cookie. */
export const signInClientSchema = z.object({
  address: z.string(),
  userAgent: z.string(),
  device: z.string().max(100).nullable().optional(),
});

/** A new session. `sessionToken` is the value of the cookie; the service stores only its hash. */
export const openedSessionSchema = z.object({
  user: userSchema,
  sessionToken: z.string(),
  expiresAt: z.string(),
});

/** Errors of a call that requires re-authentication: the password again, or a recent log-in. */
export const reauthenticationErrors = [
  'auth.required',
  'auth.wrong-current-password',
  'auth.recent-log-in-required',
  'auth.too-many-attempts',
  ...passwordQueueErrors,
] as const;

export const getSignInMethods = defineRequest(
  'auth.sign-in.methods',
  z.object({ userId: z.uuid() }),
  signInMethodsSchema,
);

/** Sets the first password of an account that has none, after a recent log-in. */
export const setFirstPassword = defineRequest(
  'auth.passwords.set-first',
  session.extend({ form: firstPasswordSchema }),
  messageSchema,
  [
    'auth.required',
    'auth.recent-log-in-required',
    'auth.has-password',
    'auth.password-too-common',
    ...passwordQueueErrors,
  ],
);

/** Begins single sign-on. `attempt` is the value of the browser's cookie. */
export const beginOidc = defineRequest(
  'auth.oidc.begin',
  z.object({ address: z.string() }),
  providerPageSchema.extend({ attempt: z.string() }),
  ['request.not-found', 'auth.sso-unavailable', 'auth.too-many-attempts'],
);

/** Begins to connect an identity of the provider with the account of the session. */
export const connectOidc = defineRequest(
  'auth.oidc.connect',
  session.extend({ form: reauthenticationSchema }),
  providerPageSchema.extend({ attempt: z.string() }),
  ['request.not-found', 'auth.sso-unavailable', ...reauthenticationErrors],
);

/**
 * Checks the answer of the provider. `session`: signed in; `code`: the account asks for a code of an authenticator app
 * first, and `attempt` is the next value of the cookie; `connected`: the identity belongs to the account now.
 */
export const finishOidc = defineRequest(
  'auth.oidc.finish',
  signInClientSchema.extend({
    attempt: z.string().nullable(),
    sessionToken: z.string().nullable(),
    answer: providerAnswerSchema,
  }),
  z.discriminatedUnion('outcome', [
    openedSessionSchema.extend({ outcome: z.literal('session') }),
    z.object({ outcome: z.literal('code'), attempt: z.string() }),
    z.object({ outcome: z.literal('connected') }),
  ]),
  [
    'request.not-found',
    'auth.sso-unavailable',
    'auth.sso-failed',
    'auth.sso-refused',
    'auth.sso-unverified-email',
    'auth.sso-account-exists',
    'auth.sso-taken',
    'auth.suspended',
    'auth.sign-up-closed',
    'auth.invitation-required',
    'auth.sign-up-domain',
    'auth.too-many-attempts',
  ],
);

/** Signs in with the code that `finishOidc` asked for. */
export const finishOidcWithCode = defineRequest(
  'auth.oidc.finish-with-code',
  signInClientSchema.extend({ attempt: z.string().nullable(), code: codeSchema }),
  openedSessionSchema,
  ['auth.sso-failed', 'auth.suspended', 'auth.incorrect-code', 'auth.too-many-attempts'],
);

export const disconnectOidc = defineRequest(
  'auth.oidc.disconnect',
  z.object({ userId: z.uuid(), ...loggedAddress }),
  emptySchema,
  ['auth.password-needed'],
);
