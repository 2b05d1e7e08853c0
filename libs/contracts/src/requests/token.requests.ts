import { z } from 'zod';
import { userSchema } from '../dto/auth.dto.js';
import { createdTokenSchema, newTokenSchema, tokenSchema, tokenScopeSchema } from '../dto/token.dto.js';
import { defineRequest } from '../message.js';
import { creatingSession, emptySchema, loggedAddress } from './caller.js';

/** Creates an access token. Only its hash is stored. */
export const createToken = defineRequest(
  'auth.tokens.create',
  z.object({ userId: z.uuid(), ...creatingSession, form: newTokenSchema, ...loggedAddress }),
  createdTokenSchema,
  ['auth.required', 'auth.too-many-tokens'],
);

/** Lists the access tokens of the user, newest first. */
export const listTokens = defineRequest(
  'auth.tokens.list',
  z.object({ userId: z.uuid() }),
  z.object({ tokens: z.array(tokenSchema) }),
);

export const revokeToken = defineRequest(
  'auth.tokens.revoke',
  z.object({ userId: z.uuid(), tokenId: z.uuid(), ...loggedAddress }),
  emptySchema,
  ['request.not-found'],
);

/** Returns the user and the scopes of a token; null if it is unknown, expired or revoked. */
export const checkToken = defineRequest(
  'auth.tokens.check',
  z.object({ token: z.string() }),
  z.object({ holder: z.object({ user: userSchema, scopes: z.array(tokenScopeSchema) }).nullable() }),
);
