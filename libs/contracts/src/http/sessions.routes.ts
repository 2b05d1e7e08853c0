import { z } from 'zod';
import { loginSchema, userSchema } from '../dto/auth.dto.js';
import { sessionSchema } from '../dto/session.dto.js';
import { endOtherSessions, endSession, listSessions, logIn, logOut } from '../requests/auth.requests.js';
import { claimFiles } from '../requests/files.requests.js';
import { exampleUser } from './examples.js';
import { jsonResponse, defineRoute, jsonBody } from './route.js';

/** Log-in, log-out and the list of sessions. */
export const sessionRoutes = {
  logIn: defineRoute({
    id: 'logIn',
    method: 'POST',
    path: '/api/login',
    group: 'sessions',
    summary: 'Log in',
    description: 'Files that this browser uploaded before are moved to the account.',
    access: 'anyone',
    scope: 'public',
    body: jsonBody(loginSchema, { email: 'ada@example.org', password: 'a long and winding password' }),
    responses: {
      200: {
        ...jsonResponse(userSchema, exampleUser, 'The user'),
        headers: { 'Set-Cookie': 'Session cookie, and the login hint that scripts can read.' },
      },
    },
    requests: [logIn, claimFiles],
  }),
  logOut: defineRoute({
    id: 'logOut',
    method: 'POST',
    path: '/api/logout',
    group: 'sessions',
    summary: 'Log out',
    description: 'Ends the session on the server. Succeeds without a session too.',
    access: 'anyone',
    scope: 'none',
    responses: {
      204: {
        description: 'Logged out',
        mediaTypes: null,
        headers: { 'Set-Cookie': 'Deletes the session cookie and the login hint.' },
      },
    },
    requests: [logOut],
  }),
  listSessions: defineRoute({
    id: 'listSessions',
    method: 'GET',
    path: '/api/user/sessions',
    group: 'sessions',
    summary: 'List active sessions',
    description: 'Most recently used first.',
    access: 'account',
    scope: 'none',
    responses: {
      200: jsonResponse(z.array(sessionSchema), [
        {
          id: '3d2f9a44-5a0e-4d55-8a0f-6a1f6b1d2c77',
          device: 'Firefox 145 on Linux',
          startedAt: '2026-11-01T07:45:00.000Z',
          lastSeenAt: '2026-11-02T09:00:00.000Z',
          isCurrent: true,
        },
      ]),
    },
    requests: [listSessions],
  }),
  endSession: defineRoute({
    id: 'endSession',
    method: 'DELETE',
    path: '/api/user/sessions/{id}',
    group: 'sessions',
    summary: 'End another session',
    description: 'Succeeds for an unknown id too.',
    access: 'account',
    scope: 'none',
    params: z.object({ id: z.uuid().describe('Id of the session.') }),
    responses: { 204: { description: 'Ended', mediaTypes: null } },
    requests: [endSession],
    errors: ['request.not-found'],
  }),
  endOtherSessions: defineRoute({
    id: 'endOtherSessions',
    method: 'DELETE',
    path: '/api/user/sessions',
    group: 'sessions',
    summary: 'End all other sessions',
    access: 'account',
    scope: 'none',
    responses: { 204: { description: 'Ended', mediaTypes: null } },
    requests: [endOtherSessions],
  }),
} as const;
