import { z } from 'zod';
import { auditEntrySchema } from '../dto/audit.dto.js';
import { idSchema } from '../dto/id.dto.js';
import {
  adminFileSchema,
  adminListQuerySchema,
  adminReportSchema,
  adminOverviewSchema,
  takedownFormSchema,
} from '../dto/moderation.dto.js';
import { listAuditEntries } from '../requests/audit.requests.js';
import {
  dismissReport,
  getFilesOverview,
  listModeratedFiles,
  listReports,
  restoreFile,
  restoreReport,
  takeDownFile,
  takeDownReport,
} from '../requests/moderation.requests.js';
import { countPeople } from '../requests/people.requests.js';
import { findOwners, getOwners } from '../requests/owners.requests.js';
import {
  exampleAdminFile,
  exampleAuditEntry,
  exampleAdminOverview,
  exampleReported,
} from './admin.examples.js';
import { adminRoute, auditRequests, pageOf } from './admin-route.js';
import { fileParams } from './files.routes.js';
import { defineRoute, jsonBody, jsonResponse } from './route.js';

/** Properties of every route of one report. */
const reportRoute = {
  ...adminRoute,
  params: z.object({ id: idSchema.describe('Id of the report.') }),
} as const;

/** Administration, for activated accounts in `ADMIN_EMAILS`. */
export const adminRoutes = {
  overview: defineRoute({
    ...adminRoute,
    id: 'getAdminOverview',
    method: 'GET',
    path: '/api/admin/overview',
    summary: 'Get the figures of this installation',
    responses: { 200: jsonResponse(adminOverviewSchema, exampleAdminOverview) },
    requests: [getFilesOverview, countPeople],
  }),
  listFiles: defineRoute({
    ...adminRoute,
    id: 'listAdminFiles',
    method: 'GET',
    path: '/api/admin/files',
    summary: 'List or search all files',
    description:
      'Newest first. `query`: the address of a file or page, the e-mail address of an owner or its beginning, or words of names.',
    query: adminListQuerySchema,
    responses: { 200: pageOf(adminFileSchema, exampleAdminFile) },
    requests: [listModeratedFiles, findOwners, getOwners],
  }),
  takeDown: defineRoute({
    ...adminRoute,
    id: 'takeDownFile',
    method: 'POST',
    path: '/api/admin/files/{id}/takedown',
    summary: 'Take a file down',
    description: 'It can no longer be opened. Its owner gets the reason by e-mail.',
    params: fileParams,
    body: jsonBody(takedownFormSchema, { reason: 'It imitates the log-in page of a bank.' }),
    responses: { 200: jsonResponse(adminFileSchema, exampleAdminFile) },
    requests: [...auditRequests, takeDownFile, getOwners],
  }),
  restore: defineRoute({
    ...adminRoute,
    id: 'restoreFile',
    method: 'POST',
    path: '/api/admin/files/{id}/restore',
    summary: 'Make a file available again that was taken down',
    params: fileParams,
    responses: { 200: jsonResponse(adminFileSchema, { ...exampleAdminFile, takenDown: null }) },
    requests: [...auditRequests, restoreFile, getOwners],
  }),
  listReports: defineRoute({
    ...adminRoute,
    id: 'listReports',
    method: 'GET',
    path: '/api/admin/reports',
    summary: 'List or search the reports of visitors',
    description:
      'Open reports first. `query`: the address of a file, bundle or link, a reason, or the address of the reporter.',
    query: adminListQuerySchema,
    responses: { 200: pageOf(adminReportSchema, exampleReported) },
    requests: [listReports],
  }),
  takeDownReport: defineRoute({
    ...reportRoute,
    id: 'takeDownReport',
    method: 'POST',
    path: '/api/admin/reports/{id}/takedown',
    summary: 'Take down the reported file or bundle',
    description:
      'The file, or every file of a reported bundle. The owner gets the reason by e-mail. A bundle of which nobody can open a file, because it has none or all were taken down before, is deleted.',
    body: jsonBody(takedownFormSchema, { reason: 'It imitates the log-in page of a bank.' }),
    responses: { 200: jsonResponse(adminReportSchema, { ...exampleReported, state: 'taken-down' }) },
    requests: [...auditRequests, takeDownReport],
  }),
  restoreReport: defineRoute({
    ...reportRoute,
    id: 'restoreReport',
    method: 'POST',
    path: '/api/admin/reports/{id}/restore',
    summary: 'Restore the reported file or bundle',
    responses: { 200: jsonResponse(adminReportSchema, { ...exampleReported, state: 'taken-down' }) },
    requests: [...auditRequests, restoreReport],
  }),
  dismissReport: defineRoute({
    ...reportRoute,
    id: 'dismissReport',
    method: 'POST',
    path: '/api/admin/reports/{id}/dismiss',
    summary: 'Close a report and leave the file as it is',
    responses: { 200: jsonResponse(adminReportSchema, { ...exampleReported, state: 'dismissed' }) },
    requests: [...auditRequests, dismissReport],
  }),
  listAudit: defineRoute({
    ...adminRoute,
    id: 'listAuditLog',
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'List or search the actions of administrators',
    description:
      'Newest first. `query`: words of the action, its subject and detail, and the e-mail and network address of the administrator.',
    query: adminListQuerySchema,
    responses: { 200: pageOf(auditEntrySchema, exampleAuditEntry) },
    requests: [listAuditEntries],
  }),
  exportAudit: defineRoute({
    ...adminRoute,
    id: 'exportAuditLog',
    method: 'GET',
    path: '/api/admin/audit/export',
    summary: 'Export the actions of administrators',
    description: 'Newest first. The export is logged, too.',
    query: z.object({
      format: z.enum(['csv', 'json'], { error: 'Please choose csv or json' }).default('csv'),
    }),
    responses: {
      200: {
        description: 'All entries: CSV with a header (RFC 4180), or one JSON array',
        mediaTypes: ['text/csv', 'application/json'],
        headers: { 'Content-Disposition': 'File name.' },
      },
    },
    requests: [...auditRequests, listAuditEntries],
  }),
} as const;
