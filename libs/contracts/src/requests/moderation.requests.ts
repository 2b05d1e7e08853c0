import { z } from 'zod';
import {
  adminReportSchema,
  filesOverviewSchema,
  moderatedFileSchema,
  reportSchema,
} from '../dto/moderation.dto.js';
import { defineRequest } from '../message.js';
import { getBundle } from './bundles.requests.js';
import { callerSchema, emptySchema } from './caller.js';
import { getLink } from './links.requests.js';

const nextCursor = z.string().nullable();

/**
 * Stores a report of a file. Anyone who can reach the page of the file may report it.
 * @throws `files.too-many-reports` at more than 20 reports per network and hour
 */
export const reportFile = defineRequest(
  'files.reports.add',
  z.object({
    fileId: z.guid(),
    caller: callerSchema,
    token: z.string().nullable(),
    form: reportSchema,
  }),
  emptySchema,
  [
    'files.not-found',
    'files.expired',
    'files.taken-down',
    'files.being-scanned',
    'files.infected',
    'files.too-many-reports',
  ],
);

/** Stores one report of a bundle, with all its files, also if it has none. Has the limit of `reportFile`. */
export const reportBundle = defineRequest(
  'files.reports.add-bundle',
  z.object({
    bundleId: z.guid(),
    caller: callerSchema,
    token: z.string().nullable(),
    form: reportSchema,
  }),
  emptySchema,
  [...getBundle.throws, 'files.too-many-reports'],
);

/** Stores a report of the file or bundle that a link opens. Has the limit of `reportFile`. */
export const reportLink = defineRequest(
  'files.reports.add-link',
  z.object({ slug: z.string(), caller: callerSchema, form: reportSchema }),
  emptySchema,
  [...getLink.throws, 'files.too-many-reports'],
);

/**
 * Takes a file down, and closes its open reports. Taking it down again replaces the reason. For administrators only.
 */
export const takeDownFile = defineRequest(
  'files.moderation.take-down',
  z.object({ fileId: z.guid(), reason: z.string() }),
  moderatedFileSchema,
  ['files.not-found', 'files.expired'],
);

/** Makes a file that was taken down available again. Idempotent. For administrators only. */
export const restoreFile = defineRequest(
  'files.moderation.restore',
  z.object({ fileId: z.guid() }),
  moderatedFileSchema,
  ['files.not-found', 'files.expired'],
);

/**
 * Takes the reported file down, or each file of the reported bundle. Deletes a bundle of which nobody can open a file.
 * For administrators only.
 */
export const takeDownReport = defineRequest(
  'files.moderation.take-down-report',
  z.object({ reportId: z.guid(), reason: z.string() }),
  adminReportSchema,
  ['files.report-not-found'],
);

/** Undoes `takeDownReport`. The report stays closed. Idempotent. For administrators only. */
export const restoreReport = defineRequest(
  'files.moderation.restore-report',
  z.object({ reportId: z.guid() }),
  adminReportSchema,
  ['files.report-not-found'],
);

/** Closes a report without taking the file down. For administrators only. */
export const dismissReport = defineRequest(
  'files.moderation.dismiss-report',
  z.object({ reportId: z.guid() }),
  adminReportSchema,
  ['files.report-not-found'],
);

/** Lists all files, newest first. For administrators only. */
export const listModeratedFiles = defineRequest(
  'files.moderation.list-files',
  z.object({
    /** Words of the name, or their beginnings; or the address of a file, bundle or link. */
    query: z.string(),
    /** Accounts whose e-mail address fits the query, for files by owner. */
    ownerIds: z.array(z.uuid()).max(100),
    cursor: z.string().nullable(),
  }),
  z.object({ files: z.array(moderatedFileSchema), nextCursor }),
);

/** Lists reports, open ones first, each group newest first. For administrators only. */
export const listReports = defineRequest(
  'files.moderation.list-reports',
  z.object({ query: z.string(), cursor: z.string().nullable() }),
  z.object({ reports: z.array(adminReportSchema), nextCursor }),
);

export const getFilesOverview = defineRequest('files.moderation.overview', emptySchema, filesOverviewSchema);
