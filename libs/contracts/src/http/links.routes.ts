import { messageSchema } from '../dto/auth.dto.js';
import { reportSchema } from '../dto/moderation.dto.js';
import { reportLink } from '../requests/moderation.requests.js';
import { z } from 'zod';
import {
  codeSentSchema,
  foundLinkSchema,
  linkChangesSchema,
  linkSchema,
  linkSettingsSchema,
  type LinkView,
  openedLinkSchema,
  openLinkSchema,
  publicLinkSchema,
} from '../dto/link.dto.js';
import {
  changeLink,
  createLink,
  findLink,
  getLink,
  listLinks,
  openLink,
  revokeLink,
} from '../requests/links.requests.js';
import { bundleParams } from './bundles.routes.js';
import { exampleFile } from './examples.js';
import { fileParams, verificationHeaders } from './files.routes.js';
import { defineRoute, jsonBody, jsonResponse } from './route.js';
import { downloadQuerySchema } from './transfer.routes.js';

const exampleLink: LinkView = {
  id: '3d8f3c0e-5a51-4f0c-9a67-0a1f6f0b7c11',
  slug: 'k3v9x0q7m2ap',
  url: 'https://waybill.example.org/l/k3v9x0q7m2ap',
  name: 'Grace Hopper',
  deleteAt: null,
  isPasswordProtected: false,
  downloadLimit: 1,
  downloads: 0,
  allowDownload: true,
  requireEmail: true,
  verifyEmail: false,
  allowedEmails: ['grace@example.org', '@navy.example'],
  notify: true,
  isActive: true,
  createdAt: '2026-11-02T09:45:00.000Z',
  viewCount: 0,
  isFirst: false,
};
const exampleSettings = { name: 'Grace Hopper', downloadLimit: 1, allowedEmails: ['grace@example.org'] };
const exampleTarget = { ...exampleFile, isOwner: false, kind: 'file' as const };

const linkParams = z.object({
  id: z.guid().describe('Id of the link; the id of a file or bundle for its first link.'),
});
const slugParams = z.object({
  id: z.string().describe('The slug: the last part of the address of the link.'),
});

export const linkPageHeaders = {
  'X-Next-Cursor': 'Cursor of the next page. Missing on the last page.',
};
const pageQuery = z.object({
  cursor: z.string().max(200).nullable().default(null).describe('`X-Next-Cursor` of the previous page.'),
});

/** Links of files and bundles, each with its own gate, limits and analytics. */
export const linkRoutes = {
  createLink: defineRoute({
    id: 'createLink',
    method: 'POST',
    path: '/api/files/{id}/links',
    group: 'links',
    summary: 'Make another link to a file',
    description: 'Password, e-mail gate and a chosen address need a paid plan.',
    access: 'owner',
    scope: 'manage',
    params: fileParams,
    body: jsonBody(linkSettingsSchema, exampleSettings),
    responses: { 201: jsonResponse(linkSchema, exampleLink, 'Made') },
    requests: [createLink],
  }),
  listLinks: defineRoute({
    id: 'listLinks',
    method: 'GET',
    path: '/api/files/{id}/links',
    group: 'links',
    summary: 'List the links of a file',
    description: 'The address of the file itself comes first, then the others, newest first.',
    access: 'owner',
    scope: 'read',
    params: fileParams,
    query: pageQuery,
    responses: {
      200: {
        ...jsonResponse(z.array(linkSchema), [exampleLink]),
        headers: linkPageHeaders,
      },
    },
    requests: [listLinks],
  }),
  createBundleLink: defineRoute({
    id: 'createBundleLink',
    method: 'POST',
    path: '/api/bundles/{id}/links',
    group: 'links',
    summary: 'Make another link to a bundle',
    description: 'Password, e-mail gate and a chosen address need a paid plan.',
    access: 'owner',
    scope: 'manage',
    params: bundleParams,
    body: jsonBody(linkSettingsSchema, exampleSettings),
    responses: { 201: jsonResponse(linkSchema, exampleLink, 'Made') },
    requests: [createLink],
  }),
  listBundleLinks: defineRoute({
    id: 'listBundleLinks',
    method: 'GET',
    path: '/api/bundles/{id}/links',
    group: 'links',
    summary: 'List the links of a bundle',
    description: 'The address of the bundle itself comes first, then the others, newest first.',
    access: 'owner',
    scope: 'read',
    params: bundleParams,
    query: pageQuery,
    responses: {
      200: {
        ...jsonResponse(z.array(linkSchema), [exampleLink]),
        headers: linkPageHeaders,
      },
    },
    requests: [listLinks],
  }),
  findLink: defineRoute({
    id: 'findLink',
    method: 'GET',
    path: '/api/links',
    group: 'links',
    summary: 'Find your link with an address',
    description: 'For programs that have the address of a link. An empty list: you have no such link.',
    access: 'account',
    scope: 'read',
    query: z.object({
      slug: z.string().min(1).max(64).describe('The last part of the address of the link.'),
    }),
    responses: {
      200: jsonResponse(z.array(foundLinkSchema), [
        { ...exampleLink, target: { kind: 'file' as const, id: exampleFile.id } },
      ]),
    },
    requests: [findLink],
  }),
  changeLink: defineRoute({
    id: 'changeLink',
    method: 'PUT',
    path: '/api/links/{id}',
    group: 'links',
    summary: 'Change a link, or switch it off',
    description:
      'An omitted field stays unchanged. The first link has the id of its file or bundle. While it is switched off, everything under that id answers 404, except to the owner and to the holders of a token of another link.',
    access: 'owner',
    scope: 'manage',
    params: linkParams,
    body: jsonBody(linkChangesSchema, { isActive: false }),
    responses: { 200: jsonResponse(linkSchema, { ...exampleLink, isActive: false }) },
    requests: [changeLink],
  }),
  revokeLink: defineRoute({
    id: 'revokeLink',
    method: 'DELETE',
    path: '/api/links/{id}',
    group: 'links',
    summary: 'Revoke a link',
    description: 'From the next request on, the link and calls with its tokens get 410.',
    access: 'owner',
    scope: 'manage',
    params: linkParams,
    responses: { 204: { description: 'Revoked', mediaTypes: null } },
    requests: [revokeLink],
  }),
  reportLink: defineRoute({
    id: 'reportLink',
    method: 'POST',
    path: '/api/links/{id}/report',
    group: 'links',
    summary: 'Report the file or bundle of a link to the administrators',
    description: 'As for the file or the bundle itself.',
    access: 'anyone',
    scope: 'public',
    params: slugParams,
    body: jsonBody(reportSchema, { reason: 'phishing', message: 'It asks for my password.' }),
    responses: {
      202: jsonResponse(messageSchema, { message: 'Thank you. We will look at it.' }, 'Accepted'),
    },
    requests: [reportLink],
  }),
  getLink: defineRoute({
    id: 'getLink',
    method: 'GET',
    path: '/api/links/{id}',
    group: 'links',
    summary: 'Get the gates of a link',
    description: 'Reveals nothing of the target while a gate is not passed. Counts nothing.',
    access: 'anyone',
    scope: 'read',
    params: slugParams,
    query: z.object({ token: downloadQuerySchema.shape.token }),
    headers: verificationHeaders,
    responses: {
      200: jsonResponse(publicLinkSchema, {
        needs: { password: false, email: true, code: false },
        target: null,
        allowDownload: true,
      }),
    },
    requests: [getLink],
    errors: ['request.too-many', 'server.busy'],
  }),
  openLink: defineRoute({
    id: 'openLink',
    method: 'POST',
    path: '/api/links/{id}/open',
    group: 'links',
    summary: 'Open a link',
    description: 'One opening is one token and one visit. The token opens the target for 24 hours.',
    access: 'anyone',
    scope: 'public',
    params: slugParams,
    body: jsonBody(openLinkSchema, { email: 'grace@example.org' }),
    responses: {
      200: jsonResponse(openedLinkSchema, {
        token: 'l.3d8f3c0e-5a51-4f0c-9a67-0a1f6f0b7c11.t4k2a1.Zk3v0q2Jp8yYc1n5',
        target: exampleTarget,
        allowDownload: true,
        visit: '5b6f9f1c-2d3a-4e55-8a0e-6f1f0f7b7a12',
      }),
      202: {
        ...jsonResponse(codeSentSchema, { needs: { code: true } }, 'A code was mailed'),
        headers: { 'X-Link-Challenge': 'Names the mailed code: `challenge` of the next call.' },
      },
    },
    requests: [openLink],
  }),
} as const;
