import { z } from 'zod';
import { userSchema } from '../dto/auth.dto.js';
import {
  newPasskeySchema,
  passkeyLogInSchema,
  passkeyOptionsSchema,
  passkeySchema,
  renamePasskeySchema,
} from '../dto/passkey.dto.js';
import { reauthenticationSchema } from '../dto/sign-in.dto.js';
import { claimFiles } from '../requests/files.requests.js';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogIn,
  listPasskeys,
  logInWithPasskey,
  removePasskey,
  renamePasskey,
} from '../requests/passkey.requests.js';
import { exampleUser } from './examples.js';
import { defineRoute, jsonBody, jsonResponse } from './route.js';

const passkey = {
  id: '5b0d2c1e-8a63-4c9e-9d3a-51d8b1a0f6c2',
  name: 'My phone',
  createdAt: '2026-11-01T07:45:00.000Z',
  lastUsedAt: '2026-11-02T09:00:00.000Z',
  isSynced: true,
};
const response = {
  id: 'dGhlIGlkIG9mIGEgcGFzc2tleQ',
  rawId: 'dGhlIGlkIG9mIGEgcGFzc2tleQ',
  type: 'public-key' as const,
  response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0' },
};
const options = { challenge: 'n9rYcM7cYb1p0dC0m4wqkQ3h0m8mA2mZC6b0q2v1y9E' };
const params = z.object({ id: z.uuid().describe('Id of the passkey.') });

/** Passkeys: log-in without a password (WebAuthn). */
export const passkeyRoutes = {
  beginPasskeyLogIn: defineRoute({
    id: 'beginPasskeyLogIn',
    method: 'POST',
    path: '/api/login/passkey/options',
    group: 'sessions',
    summary: 'Begin a log-in with a passkey',
    description: 'Options for `navigator.credentials.get`. The challenge is valid once, for five minutes.',
    access: 'anyone',
    scope: 'public',
    responses: { 200: jsonResponse(passkeyOptionsSchema, options) },
    requests: [beginPasskeyLogIn],
  }),
  logInWithPasskey: defineRoute({
    id: 'logInWithPasskey',
    method: 'POST',
    path: '/api/login/passkey',
    group: 'sessions',
    summary: 'Log in with a passkey',
    description: 'Needs no e-mail address and no second step: the device has verified its user.',
    access: 'anyone',
    scope: 'public',
    body: jsonBody(passkeyLogInSchema, { response }),
    responses: {
      200: {
        ...jsonResponse(userSchema, exampleUser, 'The user'),
        headers: { 'Set-Cookie': 'Session cookie, and the login hint that scripts can read.' },
      },
    },
    requests: [logInWithPasskey, claimFiles],
  }),
  listPasskeys: defineRoute({
    id: 'listPasskeys',
    method: 'GET',
    path: '/api/user/passkeys',
    group: 'accounts',
    summary: 'List the passkeys of the account',
    description: 'The newest first.',
    access: 'account',
    scope: 'none',
    responses: { 200: jsonResponse(passkeySchema.array(), [passkey]) },
    requests: [listPasskeys],
  }),
  beginPasskey: defineRoute({
    id: 'beginPasskey',
    method: 'POST',
    path: '/api/user/passkeys/options',
    group: 'accounts',
    summary: 'Begin to add a passkey',
    description:
      'Options for `navigator.credentials.create`. Needs the password, or a log-in of the last 15 minutes.',
    access: 'account',
    scope: 'none',
    body: jsonBody(reauthenticationSchema, { password: 'a long and winding password' }),
    responses: { 200: jsonResponse(passkeyOptionsSchema, options) },
    requests: [beginPasskey],
  }),
  addPasskey: defineRoute({
    id: 'addPasskey',
    method: 'POST',
    path: '/api/user/passkeys',
    group: 'accounts',
    summary: 'Add a passkey',
    access: 'account',
    scope: 'none',
    body: jsonBody(newPasskeySchema, { name: 'My phone', response }),
    responses: { 201: jsonResponse(passkeySchema, passkey) },
    requests: [addPasskey],
  }),
  renamePasskey: defineRoute({
    id: 'renamePasskey',
    method: 'PUT',
    path: '/api/user/passkeys/{id}',
    group: 'accounts',
    summary: 'Rename a passkey',
    access: 'account',
    scope: 'none',
    params,
    body: jsonBody(renamePasskeySchema, { name: 'My phone' }),
    responses: { 200: jsonResponse(passkeySchema, passkey) },
    requests: [renamePasskey],
  }),
  removePasskey: defineRoute({
    id: 'removePasskey',
    method: 'DELETE',
    path: '/api/user/passkeys/{id}',
    group: 'accounts',
    summary: 'Remove a passkey',
    description: 'Succeeds for an unknown id too.',
    access: 'account',
    scope: 'none',
    params,
    responses: { 204: { description: 'Removed', mediaTypes: null } },
    requests: [removePasskey],
    errors: ['auth.passkey-not-found'],
  }),
} as const;
