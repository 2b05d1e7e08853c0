import { z } from 'zod';
import { auditActionSchema, auditEntrySchema } from '../dto/audit.dto.js';
import { defineRequest } from '../message.js';
import { emptySchema } from './caller.js';

/** Logs an action of an administrator before it is performed, so that no action lacks an entry. */
export const startAuditEntry = defineRequest(
  'auth.audit.start',
  z.object({
    actor: z.object({ id: z.uuid(), email: z.string() }),
    address: z.string(),
    action: auditActionSchema,
    subject: z.string().nullable(),
    detail: z.string().nullable(),
  }),
  z.object({ id: z.uuid() }),
);

/** Adds the outcome to an entry, once. */
export const finishAuditEntry = defineRequest(
  'auth.audit.finish',
  z.object({ id: z.uuid(), outcome: z.enum(['done', 'refused']) }),
  emptySchema,
);

/** Lists the audit log, newest first. */
export const listAuditEntries = defineRequest(
  'auth.audit.list',
  z.object({ query: z.string(), cursor: z.string().nullable() }),
  z.object({ entries: z.array(auditEntrySchema), nextCursor: z.string().nullable() }),
);
