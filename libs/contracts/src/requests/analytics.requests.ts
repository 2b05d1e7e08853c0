import { z } from 'zod';
import { analyticsReportSchema } from '../dto/analytics.dto.js';
import { defineRequest } from '../message.js';
import { callerSchema } from './caller.js';

/** Returns the report of a file to its owner. Also fails with `request.invalid` on an invalid cursor. */
export const getAnalytics = defineRequest(
  'analytics.reports.get',
  z.object({ fileId: z.guid(), caller: callerSchema, cursor: z.string().max(200).nullable() }),
  analyticsReportSchema,
  ['analytics.not-found', 'files.login-required', 'files.forbidden'],
);
