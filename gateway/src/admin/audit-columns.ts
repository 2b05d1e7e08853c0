import type { AuditEntry } from '@waybill/contracts';
import type { Columns } from '../exports/table-export.js';

/** Columns of the exported audit log. */
export const auditColumns: Columns<AuditEntry> = [
  ['at', ({ at }) => at],
  ['actor', ({ actor }) => actor.email],
  ['actorId', ({ actor }) => actor.id],
  ['action', ({ action }) => action],
  ['subject', ({ subject }) => subject],
  ['detail', ({ detail }) => detail],
  ['address', ({ address }) => address],
  ['outcome', ({ outcome }) => outcome],
  ['id', ({ id }) => id],
];
