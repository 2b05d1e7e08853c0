import { z } from 'zod';
import { messageSchema } from '../dto/auth.dto.js';
import {
  fileMetadataSchema,
  fileSchema,
  fileSettingsSchema,
  passwordVerificationSchema,
  protectionSchema,
  verifyPasswordSchema,
} from '../dto/file.dto.js';
import { idSchema } from '../dto/id.dto.js';
import { reportSchema } from '../dto/moderation.dto.js';
import {
  changeFileSettings,
  checkProtection,
  deleteFile,
  getFile,
  getFileMetadata,
  issueViewerToken,
  listFilePage,
  verifyFilePassword,
} from '../requests/files.requests.js';
import { reportFile } from '../requests/moderation.requests.js';
import { exampleFile, exampleMetadata } from './examples.js';
import { jsonResponse, defineRoute, jsonBody } from './route.js';

/** Path parameter of every route of one file. */
export const fileParams = z.object({ id: idSchema.describe('Id of the file.') });

/** Header with the verification token of a protected file. The owner needs none. */
export const verificationHeaders = z.object({
  'x-verification-token': z.string().optional().describe('Verification token of the file.'),
});

const tokenQuery = z.object({
  token: z
    .string()
    .optional()
    .catch(undefined)
    .describe('Verification token, for clients that cannot send the header.'),
});

/** Query of calls that open a file, either within a bundle or at its own address. */
export const openQuery = tokenQuery.extend({
  bundle: idSchema
    .optional()
    .catch(undefined)
    .describe('Id of the bundle in which the file is opened: its password and expiry apply.'),
});

const exampleToken = 'eyJmIjoiN2MxYzZkMWUifQ.Zk3v0q2Jp8yYc1n5';

/** Properties of every route of one file. */
const fileRoute = { group: 'files', params: fileParams } as const;

/** Metadata and settings of files. */
export const fileRoutes = {
  listFiles: defineRoute({
    id: 'listFiles',
    method: 'GET',
    path: '/api/files',
    group: 'files',
    summary: 'List the files of the account',
    description: 'Newest first, without expired files. All of them, or in pages if `limit` is given.',
    access: 'account',
    scope: 'read',
    query: z.object({
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(1000)
        .optional()
        .describe('Files per page. With `cursor` alone, 50.'),
      cursor: z.string().max(200).optional().describe('`X-Next-Cursor` of the previous page.'),
    }),
    responses: {
      200: {
        ...jsonResponse(z.array(fileSchema), [exampleFile]),
        headers: { 'X-Next-Cursor': 'Value of `cursor` for the next page; absent on the last one.' },
      },
    },
    requests: [listFilePage],
  }),
  getFile: defineRoute({
    ...fileRoute,
    id: 'getFile',
    method: 'GET',
    path: '/api/files/{id}',
    summary: 'Get a file',
    access: 'anyone',
    scope: 'read',
    query: openQuery,
    headers: verificationHeaders,
    responses: { 200: jsonResponse(fileSchema, { ...exampleFile, isOwner: false }) },
    requests: [getFile],
  }),
  deleteFile: defineRoute({
    ...fileRoute,
    id: 'deleteFile',
    method: 'DELETE',
    path: '/api/files/{id}',
    summary: 'Delete a file',
    access: 'owner',
    scope: 'manage',
    responses: { 204: { description: 'Deleted', mediaTypes: null } },
    requests: [deleteFile],
  }),
  changeFileSettings: defineRoute({
    ...fileRoute,
    id: 'changeFileSettings',
    method: 'PUT',
    path: '/api/files/{id}/settings',
    summary: 'Change a file’s name, expiry or password',
    description: 'An omitted field stays unchanged. A value beyond the plan is refused.',
    access: 'owner',
    scope: 'manage',
    body: jsonBody(fileSettingsSchema, {
      originalName: 'Report.pdf',
      deleteAt: '2026-11-09T09:30:00.000Z',
      password: 'open sesame',
    }),
    responses: { 200: jsonResponse(fileSchema, exampleFile) },
    requests: [changeFileSettings],
  }),
  getFileMetadata: defineRoute({
    ...fileRoute,
    id: 'getFileMetadata',
    method: 'GET',
    path: '/api/files/{id}/metadata',
    summary: 'Get the metadata for a link preview',
    description: 'Without name and size if a password protects the file.',
    access: 'anyone',
    scope: 'read',
    query: tokenQuery,
    headers: verificationHeaders,
    responses: { 200: jsonResponse(fileMetadataSchema, exampleMetadata) },
    requests: [getFileMetadata],
  }),
  checkProtection: defineRoute({
    ...fileRoute,
    id: 'checkProtection',
    method: 'GET',
    path: '/api/files/{id}/check-protection',
    summary: 'Check whether a file needs a password',
    access: 'anyone',
    scope: 'read',
    query: tokenQuery,
    headers: verificationHeaders,
    responses: { 200: jsonResponse(protectionSchema, { isPasswordProtected: true }) },
    requests: [checkProtection],
  }),
  verifyPassword: defineRoute({
    ...fileRoute,
    id: 'verifyPassword',
    method: 'POST',
    path: '/api/files/{id}/verify-password',
    summary: 'Exchange the password of a file for a verification token',
    description: 'The token is valid for this file until its password changes.',
    access: 'anyone',
    scope: 'public',
    headers: verificationHeaders,
    body: jsonBody(verifyPasswordSchema, { password: 'open sesame' }),
    responses: { 200: jsonResponse(passwordVerificationSchema, { verified: true, token: exampleToken }) },
    requests: [verifyFilePassword],
  }),
  reportFile: defineRoute({
    ...fileRoute,
    id: 'reportFile',
    method: 'POST',
    path: '/api/files/{id}/report',
    summary: 'Report a file to the administrators',
    description: 'The owner never learns who reported it. At most 20 reports per network and hour.',
    access: 'anyone',
    scope: 'public',
    headers: verificationHeaders,
    body: jsonBody(reportSchema, {
      reason: 'phishing',
      message: 'It asks for my password.',
      email: 'grace@example.org',
    }),
    responses: {
      202: jsonResponse(messageSchema, { message: 'Thank you. We will look at this file.' }, 'Accepted'),
    },
    requests: [reportFile],
  }),
  viewer: defineRoute({
    ...fileRoute,
    id: 'viewer',
    method: 'GET',
    path: '/api/files/{id}/viewer',
    summary: 'Get the address of the external document viewer',
    description: 'The token in the address is valid for this file and five minutes.',
    access: 'anyone',
    scope: 'read',
    query: openQuery,
    headers: verificationHeaders,
    responses: {
      200: jsonResponse(z.object({ url: z.string() }), {
        url: 'https://viewer.example.org/?src=https%3A%2F%2Fwaybill.example.org%2Fapi%2Ffiles%2F7c1c6d1e-3f0b-4c55-9d0e-2f7a54a3b8aa%2Fdownload',
      }),
    },
    requests: [issueViewerToken],
  }),
} as const;
