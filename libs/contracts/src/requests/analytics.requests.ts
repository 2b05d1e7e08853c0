import { z } from 'zod';
import { analyticsReportSchema } from '../dto/analytics.dto.js';
import { liveEventSchema } from '../dto/live.dto.js';
import { overviewSchema } from '../dto/overview.dto.js';
import { defineRequest } from '../message.js';
import { callerSchema } from './caller.js';

/** Filter of the visits in a report. Without any of these fields: all visits of people. */
const visitFilterShape = {
  /** From this time on. */
  from: z.iso.datetime().nullable().optional(),
  /** Before this time. */
  to: z.iso.datetime().nullable().optional(),
  /** Only visits by this link. */
  link: z.guid().nullable().optional(),
  /** From this country: an ISO 3166-1 code, or empty for visits of an unknown one. */
  country: z
    .string()
    .regex(/^([A-Z]{2})?$/)
    .nullable()
    .optional(),
  includeBots: z.boolean().optional(),
};
const reportOf = z.object({ fileId: z.guid(), caller: callerSchema, cursor: z.string().max(200).nullable() });
const ownerOnlyErrors = ['analytics.not-found', 'files.login-required', 'files.forbidden'] as const;

/** Returns the report of a file or bundle to its owner. Also fails with `request.invalid` on an invalid cursor. */
export const getAnalytics = defineRequest(
  'analytics.reports.get',
  reportOf.extend(visitFilterShape),
  analyticsReportSchema,
  ownerOnlyErrors,
);

/** Returns a page of entries for an export, newest first. Cheaper than a report, and with more entries. */
export const exportEntries = defineRequest(
  'analytics.reports.export',
  reportOf.extend(visitFilterShape),
  analyticsReportSchema.pick({ analytics: true, nextCursor: true }).extend({ originalName: z.string() }),
  ownerOnlyErrors,
);

/** Sums up the visits of all files and bundles of an account. */
export const getOverview = defineRequest(
  'analytics.reports.overview',
  z.object({ caller: callerSchema, days: z.number().int().min(1).max(365) }),
  overviewSchema,
  ['files.login-required'],
);

/**
 * Returns live events of accounts, oldest first. `after`: id of the last event that the caller has; with null, only the
 * id of the newest event is returned. Events are kept for five minutes.
 */
export const readLiveEvents = defineRequest(
  'analytics.live.read',
  z.object({
    feeds: z
      .array(
        z.object({
          userId: z.uuid(),
          after: z
            .string()
            .regex(/^\d{1,18}$/)
            .nullable(),
        }),
      )
      .max(1000),
  }),
  z.object({
    feeds: z.array(
      z.object({
        userId: z.uuid(),
        /** `after` of the next request. */
        last: z.string(),
        /** Whether more events exist than this reply may contain. */
        hasMore: z.boolean(),
        events: z.array(z.object({ id: z.string(), event: liveEventSchema })),
      }),
    ),
  }),
);
