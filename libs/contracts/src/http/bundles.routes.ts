import { messageSchema } from '../dto/auth.dto.js';
import { reportSchema } from '../dto/moderation.dto.js';
import { reportBundle } from '../requests/moderation.requests.js';
import { z } from 'zod';
import { reportMissingContent } from '../requests/files.requests.js';
import { type BundleView, bundleSchema, bundleSettingsSchema, newBundleSchema } from '../dto/bundle.dto.js';
import { passwordVerificationSchema, verifyPasswordSchema } from '../dto/file.dto.js';
import { idSchema } from '../dto/id.dto.js';
import {
  changeBundle,
  createBundle,
  deleteBundle,
  getBundle,
  listBundles,
  openBundleArchive,
  openBundledFiles,
  recordBundleVisit,
  verifyBundlePassword,
} from '../requests/bundles.requests.js';
import { countLinkDownload } from '../requests/links.requests.js';
import { exampleFileId } from './examples.js';
import { verificationHeaders } from './files.routes.js';
import { jsonBody, jsonResponse, defineRoute } from './route.js';
import { downloadHeaders, downloadQuerySchema, rangeResponses } from './transfer.routes.js';

/** Path parameter of every route of one bundle. */
export const bundleParams = z.object({ id: idSchema.describe('Id of the bundle.') });

export const exampleBundle: BundleView = {
  id: '1f6a4c0e-94b7-4d0b-8a52-0f7f4f6f3c11',
  name: 'Offer',
  files: [
    {
      id: exampleFileId,
      originalName: 'Report.pdf',
      path: 'Offer/Report.pdf',
      size: 482_133,
      mimeType: 'application/pdf',
      preview: 'pdf',
      hasThumbnail: true,
    },
  ],
  size: 482_133,
  createdAt: '2026-11-02T09:31:00.000Z',
  deleteAt: '2026-11-09T09:30:00.000Z',
  isPasswordProtected: false,
  viewCount: 1,
  isOwner: true,
};

/** Properties of every route of one bundle. */
const bundleRoute = { group: 'files', params: bundleParams } as const;

/** Bundles: several files under one link. */
export const bundleRoutes = {
  createBundle: defineRoute({
    id: 'createBundle',
    method: 'POST',
    path: '/api/bundles',
    group: 'files',
    summary: 'Create a bundle of files',
    description:
      'The files are the caller’s own and keep their links. Without an account, a cookie makes this browser the owner. ' +
      'With `fileIds` an access token also needs the scope `manage`, because a bundle opens its files without their ' +
      'own passwords.',
    access: 'anyone',
    scope: 'upload',
    body: jsonBody(newBundleSchema, { name: 'Offer', fileIds: [exampleFileId] }),
    responses: { 201: jsonResponse(bundleSchema, exampleBundle, 'Created') },
    requests: [createBundle],
    errors: ['request.too-many'],
  }),
  listBundles: defineRoute({
    id: 'listBundles',
    method: 'GET',
    path: '/api/bundles',
    group: 'files',
    summary: 'List the bundles of the account',
    description: 'Newest first, without expired bundles, 50 per page.',
    access: 'account',
    scope: 'read',
    query: z.object({
      cursor: z.string().max(200).nullable().default(null).describe('`X-Next-Cursor` of the previous page.'),
    }),
    responses: {
      200: {
        ...jsonResponse(z.array(bundleSchema), [exampleBundle]),
        headers: { 'X-Next-Cursor': 'Value of `cursor` for the next page; absent on the last one.' },
      },
    },
    requests: [listBundles],
    errors: ['request.too-many', 'server.busy'],
  }),
  getBundle: defineRoute({
    ...bundleRoute,
    id: 'getBundle',
    method: 'GET',
    path: '/api/bundles/{id}',
    summary: 'Get a bundle',
    access: 'anyone',
    scope: 'read',
    query: z.object({
      token: downloadQuerySchema.shape.token,
      visit: downloadQuerySchema.shape.visit,
      via: downloadQuerySchema.shape.via,
      from: downloadQuerySchema.shape.from,
    }),
    headers: verificationHeaders,
    responses: { 200: jsonResponse(bundleSchema, { ...exampleBundle, isOwner: false }) },
    requests: [getBundle, recordBundleVisit],
    errors: ['request.too-many', 'server.busy'],
  }),
  reportBundle: defineRoute({
    ...bundleRoute,
    id: 'reportBundle',
    method: 'POST',
    path: '/api/bundles/{id}/report',
    summary: 'Report a bundle to the administrators',
    description:
      'Keeps one report, which names each file, also of a bundle without files. The owner never learns who reported it.',
    access: 'anyone',
    scope: 'public',
    headers: verificationHeaders,
    body: jsonBody(reportSchema, { reason: 'phishing', message: 'It asks for my password.' }),
    responses: {
      202: jsonResponse(messageSchema, { message: 'Thank you. We will look at it.' }, 'Accepted'),
    },
    requests: [reportBundle],
  }),
  changeBundle: defineRoute({
    ...bundleRoute,
    id: 'changeBundle',
    method: 'PUT',
    path: '/api/bundles/{id}',
    summary: 'Change a bundle’s name, expiry, password or files',
    description:
      'An omitted field stays unchanged. `files` replaces the list: files left out leave the bundle and are kept.',
    access: 'owner',
    scope: 'manage',
    body: jsonBody(bundleSettingsSchema, {
      name: 'Offer',
      files: [{ id: exampleFileId, path: 'Offer/Report.pdf' }],
    }),
    responses: { 200: jsonResponse(bundleSchema, exampleBundle) },
    requests: [changeBundle],
  }),
  deleteBundle: defineRoute({
    ...bundleRoute,
    id: 'deleteBundle',
    method: 'DELETE',
    path: '/api/bundles/{id}',
    summary: 'Delete a bundle with its files',
    access: 'owner',
    scope: 'manage',
    query: z.object({
      keepFiles: z
        .enum(['true', 'false'], { error: 'Please give true or false' })
        .default('false')
        .describe('`true` keeps the files, each under its own link.'),
    }),
    responses: { 204: { description: 'Deleted', mediaTypes: null } },
    requests: [deleteBundle],
  }),
  verifyBundlePassword: defineRoute({
    ...bundleRoute,
    id: 'verifyBundlePassword',
    method: 'POST',
    path: '/api/bundles/{id}/verify-password',
    summary: 'Exchange the password of a bundle for a verification token',
    description: 'The token opens the bundle and every file in it, until the password changes.',
    access: 'anyone',
    scope: 'public',
    body: jsonBody(verifyPasswordSchema, { password: 'open sesame' }),
    responses: {
      200: jsonResponse(passwordVerificationSchema, {
        verified: true,
        token: 'eyJmIjoiN2MxYzZkMWUifQ.Zk3v0q2J',
      }),
    },
    requests: [verifyBundlePassword],
  }),
  downloadBundle: defineRoute({
    ...bundleRoute,
    id: 'downloadBundle',
    method: 'GET',
    path: '/api/bundles/{id}/download',
    summary: 'Download a bundle as a ZIP archive',
    description:
      'Not compressed. Its bytes depend on the files and their paths alone, so that ranges and resumed downloads work.',
    access: 'anyone',
    scope: 'read',
    query: downloadQuerySchema.omit({ bundle: true, disposition: true }),
    headers: downloadHeaders,
    responses: rangeResponses(['application/zip'], 'The archive'),
    requests: [
      openBundleArchive,
      openBundledFiles,
      countLinkDownload,
      recordBundleVisit,
      reportMissingContent,
    ],
    errors: ['files.range-not-satisfiable', 'files.too-many-transfers', 'server.busy'],
  }),
} as const;
