import { z } from 'zod';
import { sanitizeLines } from '../sanitize-line.js';
import { emailSchema } from './auth.dto.js';
import { scanStateSchema, takedownSchema } from './file.dto.js';
import { instantSchema } from './instant.dto.js';

/** Maximum length of the message of a report and of the reason of a takedown, in UTF-16 code units. */
const MAX_REPORT_MESSAGE = 2000;
export const MAX_TAKEDOWN_REASON = 500;

export const reportReasonSchema = z.enum(
  ['malware', 'phishing', 'illegal', 'copyright', 'personal-data', 'other'],
  {
    error: 'Please choose a reason',
  },
);
export type ReportReason = z.infer<typeof reportReasonSchema>;

/** POST /api/files/{id}/report. */
export const reportSchema = z.object({
  reason: reportReasonSchema,
  message: z
    .string()
    .overwrite(sanitizeLines)
    .max(MAX_REPORT_MESSAGE, `Message must be at most ${MAX_REPORT_MESSAGE} characters long`)
    .optional(),
  email: z
    .union([z.literal('').transform(() => undefined), emailSchema])
    .optional()
    .describe('For questions of the administrator. The owner of the file never sees it.'),
});
export type ReportForm = z.infer<typeof reportSchema>;

/** POST /api/admin/files/{id}/takedown. */
export const takedownFormSchema = z.object({
  reason: z
    .string({ error: 'Please give a reason. The owner will read it.' })
    .overwrite(sanitizeLines)
    .min(1, 'Please give a reason. The owner will read it.')
    .max(MAX_TAKEDOWN_REASON, `Reason must be at most ${MAX_TAKEDOWN_REASON} characters long`),
});

/** Query of every list of the administration. */
export const adminListQuerySchema = z.object({
  query: z.string().max(200).optional().describe('Words to search for.'),
  cursor: z.string().max(200).optional().describe('`X-Next-Cursor` of the page before.'),
});

/** A file as administrators see it, without its owner's name. */
export const moderatedFileSchema = z.object({
  id: z.uuid(),
  originalName: z.string(),
  mimeType: z.string(),
  size: z.number().int().describe('Bytes.'),
  createdAt: instantSchema,
  deleteAt: instantSchema.nullable(),
  viewCount: z.number().int(),
  isPasswordProtected: z.boolean(),
  takenDown: takedownSchema.nullable(),
  scanState: scanStateSchema,
  scanFinding: z.string().nullable().describe('Name of what the virus scan found.'),
  openReports: z.number().int(),
  userId: z.uuid().nullable().describe('Account that owns the file; null if an anonymous browser owns it.'),
});
export type ModeratedFile = z.infer<typeof moderatedFileSchema>;

/** Account that owns a file, for administrators. */
export const adminOwnerSchema = z.object({ id: z.uuid(), name: z.string(), email: z.string() });

export const adminFileSchema = moderatedFileSchema.extend({ owner: adminOwnerSchema.nullable() });
export type AdminFile = z.infer<typeof adminFileSchema>;

/** A report as administrators see it. */
export const adminReportSchema = z.object({
  id: z.uuid(),
  createdAt: instantSchema,
  reason: reportReasonSchema,
  message: z.string().nullable(),
  email: z.string().nullable().describe('Address that the reporter left.'),
  state: z.enum(['open', 'taken-down', 'dismissed']),
  file: z
    .object({
      id: z.uuid(),
      originalName: z.string(),
      takenDown: takedownSchema.nullable(),
      userId: z.uuid().nullable(),
    })
    .describe('The bundle itself for a report of a bundle without files.'),
  bundle: z
    .object({
      id: z.uuid(),
      name: z.string().nullable().describe('Null once the bundle was deleted.'),
      fileIds: z.array(z.uuid()).describe('Its files that the report is about.'),
    })
    .nullable()
    .describe('For a report of a bundle, whose first file is `file`.'),
});
export type AdminReport = z.infer<typeof adminReportSchema>;

/** Counts of the files service for the overview. */
export const filesOverviewSchema = z.object({
  files: z.number().int(),
  bytes: z.number().int(),
  takenDown: z.number().int(),
  infected: z.number().int(),
  openReports: z.number().int(),
  queues: z
    .object({
      events: z.number().int().describe('Events that wait to be published.'),
      previews: z.number().int(),
      scans: z.number().int(),
    })
    .describe('Work that waits.'),
});
export type FilesOverview = z.infer<typeof filesOverviewSchema>;

/** GET /api/admin/overview. */
export const adminOverviewSchema = filesOverviewSchema.extend({
  people: z.object({
    activated: z.number().int(),
    pending: z.number().int().describe('Accounts whose address is not confirmed.'),
    suspended: z.number().int(),
  }),
  deliveries: z
    .array(
      z.object({
        service: z.string(),
        waiting: z.number().int(),
        retrying: z.number().int(),
        deadLetters: z.number().int(),
      }),
    )
    .describe('Events for each service. Left out for services whose queue cannot be counted now.'),
});
export type AdminOverview = z.infer<typeof adminOverviewSchema>;
