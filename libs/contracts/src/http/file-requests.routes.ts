import { z } from 'zod';
import {
  type FileRequestView,
  fileRequestSchema,
  fileRequestSettingsSchema,
  newFileRequestSchema,
  openedFileRequestSchema,
  openFileRequestSchema,
  publicFileRequestSchema,
} from '../dto/file-request.dto.js';
import {
  changeFileRequest,
  createFileRequest,
  deleteFileRequest,
  getFileRequest,
  listFileRequests,
  openFileRequest,
} from '../requests/file-requests.requests.js';
import { getOwners } from '../requests/owners.requests.js';
import { defineRoute, jsonBody, jsonResponse } from './route.js';

const exampleRequest: FileRequestView = {
  id: '5b0e2c4a-6a5e-4d0c-8f39-7a1f6f0b7c22',
  slug: 'invoices-2026',
  url: 'https://waybill.example.org/r/invoices-2026',
  title: 'Invoices of 2026',
  message: 'One PDF for each month, please.',
  deleteAt: '2026-12-31T23:00:00.000Z',
  maxFiles: 12,
  maxFileSize: 10_485_760,
  isPasswordProtected: false,
  isActive: true,
  state: 'open',
  filesReceived: 3,
  createdAt: '2026-11-02T09:45:00.000Z',
};

const idParams = z.object({ id: z.guid().describe('Id of the file request.') });
const slugParams = z.object({
  id: z.string().describe('The slug: the last part of the address of the file request.'),
});

/** File requests: others send files to an account. */
export const fileRequestRoutes = {
  createFileRequest: defineRoute({
    id: 'createFileRequest',
    method: 'POST',
    path: '/api/requests',
    group: 'file requests',
    summary: 'Ask others to send files',
    description: 'Password and a chosen address need a paid plan.',
    access: 'account',
    scope: 'manage',
    body: jsonBody(newFileRequestSchema, { title: 'Invoices of 2026', maxFiles: 12 }),
    responses: { 201: jsonResponse(fileRequestSchema, exampleRequest, 'Created') },
    requests: [createFileRequest],
  }),
  listFileRequests: defineRoute({
    id: 'listFileRequests',
    method: 'GET',
    path: '/api/requests',
    group: 'file requests',
    summary: 'List the file requests of the account',
    description: 'Newest first, closed and expired ones included, 50 per page.',
    access: 'account',
    scope: 'read',
    query: z.object({
      cursor: z.string().max(200).nullable().default(null).describe('`X-Next-Cursor` of the previous page.'),
    }),
    responses: {
      200: {
        ...jsonResponse(z.array(fileRequestSchema), [exampleRequest]),
        headers: { 'X-Next-Cursor': 'Value of `cursor` for the next page; absent on the last one.' },
      },
    },
    requests: [listFileRequests],
  }),
  changeFileRequest: defineRoute({
    id: 'changeFileRequest',
    method: 'PUT',
    path: '/api/requests/{id}',
    group: 'file requests',
    summary: 'Change a file request, or close it',
    description:
      'An omitted field stays unchanged. `isActive: false` closes it: uploads in progress end, and files that arrived stay.',
    access: 'account',
    scope: 'manage',
    params: idParams,
    body: jsonBody(fileRequestSettingsSchema, { isActive: false }),
    responses: {
      200: jsonResponse(fileRequestSchema, { ...exampleRequest, isActive: false, state: 'closed' }),
    },
    requests: [changeFileRequest],
  }),
  deleteFileRequest: defineRoute({
    id: 'deleteFileRequest',
    method: 'DELETE',
    path: '/api/requests/{id}',
    group: 'file requests',
    summary: 'Delete a file request',
    description: 'Its address answers 410 from then on. Files that arrived stay.',
    access: 'account',
    scope: 'manage',
    params: idParams,
    responses: { 204: { description: 'Deleted', mediaTypes: null } },
    requests: [deleteFileRequest],
  }),
  getFileRequest: defineRoute({
    id: 'getFileRequest',
    method: 'GET',
    path: '/api/requests/{id}',
    group: 'file requests',
    summary: 'Get a file request as its senders see it',
    access: 'anyone',
    scope: 'read',
    params: slugParams,
    responses: {
      200: jsonResponse(publicFileRequestSchema, {
        slug: 'invoices-2026',
        title: 'Invoices of 2026',
        message: 'One PDF for each month, please.',
        askedBy: 'Ada Lovelace',
        deleteAt: '2026-12-31T23:00:00.000Z',
        maxFiles: 12,
        filesLeft: 9,
        maxFileSize: 10_485_760,
        isPasswordProtected: false,
      }),
    },
    requests: [getFileRequest, getOwners],
  }),
  openFileRequest: defineRoute({
    id: 'openFileRequest',
    method: 'POST',
    path: '/api/requests/{id}/open',
    group: 'file requests',
    summary: 'Exchange the password of a file request for a token',
    description:
      'The token is sent as `X-Verification-Token` when an upload is created, with `request` (the slug), `sender` and `senderEmail` in its metadata.',
    access: 'anyone',
    scope: 'public',
    params: slugParams,
    body: jsonBody(openFileRequestSchema, { password: 'open sesame' }),
    responses: {
      200: jsonResponse(openedFileRequestSchema, {
        token: 'r.5b0e2c4a-6a5e-4d0c-8f39-7a1f6f0b7c22.t4k2a1.Zk3v0q2Jp8yYc1n5',
      }),
    },
    requests: [openFileRequest],
  }),
} as const;
