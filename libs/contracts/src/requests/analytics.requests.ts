import { z } from 'zod';
import { analyticsReportSchema } from '../dto/analytics.dto.js';
import { defineRequest } from '../message.js';
import { callerSchema } from './caller.js';

/** Owner only. @throws `analytics.not-found`, `files.forbidden`, `request.invalid` on a bad cursor */
export const getAnalytics = defineRequest(
  'analytics.reports.get',
  z.object({ fileId: z.uuid(), caller: callerSchema, cursor: z.string().max(200).nullable() }),
  analyticsReportSchema,
);
