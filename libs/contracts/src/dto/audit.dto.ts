import { z } from 'zod';
import { instantSchema } from './instant.dto.js';

/** Actions of administrators. */
export const auditActionSchema = z.enum([
  'file.take-down',
  'file.restore',
  'report.take-down',
  'report.restore',
  'report.dismiss',
  'person.change-plan',
  'person.suspend',
  'person.unsuspend',
  'person.sign-out',
  'person.delete',
  'person.invite',
  'promotion.start',
  'promotion.end',
  'audit.export',
]);
export type AuditAction = z.infer<typeof auditActionSchema>;

/** An entry of the audit log: who did what, when and from where. */
export const auditEntrySchema = z.object({
  id: z.uuid(),
  at: instantSchema,
  actor: z.object({ id: z.uuid(), email: z.string() }),
  action: auditActionSchema,
  subject: z.string().nullable().describe('Id or address of what the action was about.'),
  detail: z.string().nullable().describe('Reason or value of the action.'),
  address: z.string().describe('IP address of the administrator.'),
  outcome: z
    .enum(['started', 'done', 'refused'])
    .describe('`started`: the action was logged, and its end was not: it may have taken effect.'),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
