import { wordsOf } from '@waybill/database';

/** The words that the audit log is searched by. Part of a migration: must not change. */
export const AUDIT_WORDS = wordsOf(
  "(actor_email || ' ' || action || ' ' || coalesce(subject, '') || ' ' || coalesce(detail, '') || ' ' || address)",
);
