import { z } from 'zod';
import { createdTokenSchema, newTokenSchema, tokenSchema } from '../dto/token.dto.js';
import { createToken, listTokens, revokeToken } from '../requests/token.requests.js';
import { defineRoute, jsonBody, jsonResponse } from './route.js';

const exampleToken = {
  id: '5b8f0c0e-35a1-4f5c-9a53-6f0b5c1d2e3f',
  name: 'Nightly report',
  scopes: ['upload' as const],
  createdAt: '2026-11-01T07:45:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
};

/** Access tokens: for programs that act for an account. */
export const tokenRoutes = {
  createToken: defineRoute({
    id: 'createToken',
    method: 'POST',
    path: '/api/tokens',
    group: 'accounts',
    summary: 'Create an access token',
    description:
      'The response is the only one that contains the token. Send it as `Authorization: Bearer wb_…`. `upload` creates uploads and bundles, `read` reads what belongs to the account, `manage` changes and deletes it; none implies another.',
    access: 'account',
    scope: 'none',
    body: jsonBody(newTokenSchema, { name: 'Nightly report', scopes: ['upload'] }),
    responses: {
      201: jsonResponse(
        createdTokenSchema,
        { ...exampleToken, token: 'wb_Jq2tN7vYpX4cL9dR1sW6hB8kM3gF5zT0aEuVnQxC' },
        'Created',
      ),
    },
    requests: [createToken],
  }),
  listTokens: defineRoute({
    id: 'listTokens',
    method: 'GET',
    path: '/api/tokens',
    group: 'accounts',
    summary: 'List access tokens',
    description: 'Newest first, at most 100.',
    access: 'account',
    scope: 'none',
    responses: { 200: jsonResponse(z.array(tokenSchema), [exampleToken]) },
    requests: [listTokens],
  }),
  revokeToken: defineRoute({
    id: 'revokeToken',
    method: 'DELETE',
    path: '/api/tokens/{id}',
    group: 'accounts',
    summary: 'Revoke an access token',
    description: 'From the answer on, every replica refuses it.',
    access: 'account',
    scope: 'none',
    params: z.object({ id: z.uuid().describe('Id of the access token.') }),
    responses: { 204: { description: 'Revoked', mediaTypes: null } },
    requests: [revokeToken],
  }),
} as const;
