import { messageSchema, userSchema } from '../dto/auth.dto.js';
import {
  reauthenticationSchema,
  firstPasswordSchema,
  providerPageSchema,
  signInMethodsSchema,
} from '../dto/sign-in.dto.js';
import { confirmTotpSchema } from '../dto/totp.dto.js';
import { claimFiles } from '../requests/files.requests.js';
import {
  beginOidc,
  connectOidc,
  disconnectOidc,
  finishOidc,
  finishOidcWithCode,
  getSignInMethods,
  setFirstPassword,
} from '../requests/sign-in.requests.js';
import { exampleUser } from './examples.js';
import { defineRoute, jsonBody, jsonResponse } from './route.js';

const password = 'a long and winding password';
const page = { url: 'https://id.example.org/authorize?client_id=waybill' };
const setsSession = { 'Set-Cookie': 'Session cookie, and the login hint that scripts can read.' };

/** Single sign-on by OpenID Connect, and the ways into an account. */
export const signInRoutes = {
  beginOidc: defineRoute({
    id: 'beginSingleSignOn',
    method: 'GET',
    path: '/api/auth/oidc/start',
    group: 'sessions',
    summary: 'Sign in with the OpenID Connect provider',
    description:
      'Opened by a browser. 404 where no provider is set. A browser that asks for HTML is sent back to the log-in page with the sentence of an error.',
    access: 'anyone',
    scope: 'public',
    responses: {
      302: {
        description: 'On to the provider',
        mediaTypes: null,
        headers: { Location: 'Page of the provider. The attempt is in a cookie, for ten minutes.' },
      },
    },
    requests: [beginOidc],
    errors: ['request.foreign-origin'],
  }),
  finishOidc: defineRoute({
    id: 'finishSingleSignOn',
    method: 'GET',
    path: '/api/auth/oidc/callback',
    group: 'sessions',
    summary: 'Take the answer of the OpenID Connect provider',
    description: 'The provider sends the browser here. The answer is valid once, in the browser that began.',
    access: 'anyone',
    scope: 'public',
    responses: {
      302: {
        description: 'Signed in, or on to the form for the code of an authenticator app',
        mediaTypes: null,
        headers: { Location: 'Page of Waybill. The session is in a cookie.' },
      },
    },
    requests: [finishOidc, claimFiles],
    errors: ['request.foreign-origin'],
  }),
  finishOidcWithCode: defineRoute({
    id: 'finishSingleSignOnWithCode',
    method: 'POST',
    path: '/api/auth/oidc/code',
    group: 'sessions',
    summary: 'Sign in with the code that the account asks for after the provider',
    access: 'anyone',
    scope: 'public',
    body: jsonBody(confirmTotpSchema, { code: '123456' }),
    responses: { 200: { ...jsonResponse(userSchema, exampleUser, 'The user'), headers: setsSession } },
    requests: [finishOidcWithCode, claimFiles],
  }),
  getSignInMethods: defineRoute({
    id: 'getSignInMethods',
    method: 'GET',
    path: '/api/user/sign-in',
    group: 'accounts',
    summary: 'Get the sign-in methods of the account',
    access: 'account',
    scope: 'none',
    responses: {
      200: jsonResponse(signInMethodsSchema, {
        hasPassword: true,
        singleSignOn: { connectedAt: '2026-11-01T07:45:00.000Z', lastUsedAt: '2026-11-02T09:00:00.000Z' },
      }),
    },
    requests: [getSignInMethods],
  }),
  setFirstPassword: defineRoute({
    id: 'setFirstPassword',
    method: 'POST',
    path: '/api/user/password',
    group: 'accounts',
    summary: 'Set the first password of an account that has none',
    description: 'For accounts that were opened by single sign-on. Needs a log-in of the last 15 minutes.',
    access: 'account',
    scope: 'none',
    body: jsonBody(firstPasswordSchema, { new_password: password }),
    responses: { 200: jsonResponse(messageSchema, { message: 'Your password has been set.' }) },
    requests: [setFirstPassword],
  }),
  connectOidc: defineRoute({
    id: 'connectSingleSignOn',
    method: 'POST',
    path: '/api/user/single-sign-on',
    group: 'accounts',
    summary: 'Begin to connect an identity of the OpenID Connect provider',
    description:
      'Needs the password, or a log-in of the last 15 minutes. The browser opens the returned page.',
    access: 'account',
    scope: 'none',
    body: jsonBody(reauthenticationSchema, { password }),
    responses: {
      200: {
        ...jsonResponse(providerPageSchema, page),
        headers: { 'Set-Cookie': 'The attempt, for ten minutes.' },
      },
    },
    requests: [connectOidc],
  }),
  disconnectOidc: defineRoute({
    id: 'disconnectSingleSignOn',
    method: 'DELETE',
    path: '/api/user/single-sign-on',
    group: 'accounts',
    summary: 'Disconnect the identity of the OpenID Connect provider',
    description: 'Refused while the account has no password: it would be locked.',
    access: 'account',
    scope: 'none',
    responses: { 204: { description: 'Disconnected', mediaTypes: null } },
    requests: [disconnectOidc],
  }),
} as const;
