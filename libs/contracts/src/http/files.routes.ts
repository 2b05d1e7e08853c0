import { z } from 'zod';
import {
  fileIdSchema,
  fileMetadataSchema,
  fileSchema,
  fileSettingsSchema,
  passwordVerificationSchema,
  protectionSchema,
  verifyPasswordSchema,
} from '../dto/file.dto.js';
import {
  changeFileSettings,
  checkProtection,
  deleteFile,
  getFile,
  getFileMetadata,
  issueViewerToken,
  listFiles,
  verifyFilePassword,
} from '../requests/files.requests.js';
import { exampleFile, exampleMetadata } from './examples.js';
import { jsonResponse, defineRoute, jsonBody } from './route.js';

/** The part of a path that names a file. */
export const fileParams = z.object({ id: fileIdSchema.describe('The file’s id.') });

/** Proof that a protected file's password was given; its owner needs none. */
export const verificationHeaders = z.object({
  'x-verification-token': z.string().optional().describe('The token that verifying the password gave.'),
});

const exampleToken = 'eyJmIjoiN2MxYzZkMWUifQ.Zk3v0q2Jp8yYc1n5';

/** Whose addresses begin with a file's own. */
const fileRoute = { group: 'files', params: fileParams } as const;

/** What is known of a file, and its settings. */
export const fileRoutes = {
  listFiles: defineRoute({
    id: 'listFiles',
    method: 'GET',
    path: '/api/files',
    group: 'files',
    summary: 'List one’s own files',
    description: 'Newest first. Expired ones are absent.',
    access: 'account',
    responses: { 200: jsonResponse(z.array(fileSchema), [exampleFile]) },
    requests: [listFiles],
  }),
  getFile: defineRoute({
    ...fileRoute,
    id: 'getFile',
    method: 'GET',
    path: '/api/files/{id}',
    summary: 'Look at a file',
    access: 'anyone',
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
    responses: { 204: { description: 'It is served no more', mediaTypes: null } },
    requests: [deleteFile],
  }),
  changeFileSettings: defineRoute({
    ...fileRoute,
    id: 'changeFileSettings',
    method: 'PUT',
    path: '/api/files/{id}/settings',
    summary: 'Change a file’s name, expiry or password',
    description:
      'A field left out is left alone. What the plan does not give is refused, never quietly changed.',
    access: 'owner',
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
    summary: 'What a link preview may show',
    description: 'Neither name nor size where a password protects the file.',
    access: 'anyone',
    responses: { 200: jsonResponse(fileMetadataSchema, exampleMetadata) },
    requests: [getFileMetadata],
  }),
  checkProtection: defineRoute({
    ...fileRoute,
    id: 'checkProtection',
    method: 'GET',
    path: '/api/files/{id}/check-protection',
    summary: 'Ask whether a file needs a password',
    access: 'anyone',
    responses: { 200: jsonResponse(protectionSchema, { isPasswordProtected: true }) },
    requests: [checkProtection],
  }),
  verifyPassword: defineRoute({
    ...fileRoute,
    id: 'verifyPassword',
    method: 'POST',
    path: '/api/files/{id}/verify-password',
    summary: 'Trade a file’s password for a token',
    description: 'The token opens this file as long as its password stays what it is.',
    access: 'anyone',
    body: jsonBody(verifyPasswordSchema, { password: 'open sesame' }),
    responses: { 200: jsonResponse(passwordVerificationSchema, { verified: true, token: exampleToken }) },
    requests: [verifyFilePassword],
  }),
  viewer: defineRoute({
    ...fileRoute,
    id: 'viewer',
    method: 'GET',
    path: '/api/files/{id}/viewer',
    summary: 'Address of the external document viewer',
    description: 'Its token opens this one file for five minutes.',
    access: 'anyone',
    headers: verificationHeaders,
    responses: {
      200: jsonResponse(z.object({ url: z.string() }), {
        url: 'https://viewer.example.org/?src=https%3A%2F%2Fwaybill.example.org%2Fapi%2Ffiles%2F7c1c6d1e-3f0b-4c55-9d0e-2f7a54a3b8aa%2Fdownload',
      }),
    },
    requests: [issueViewerToken],
    errors: ['files.no-preview'],
  }),
} as const;
