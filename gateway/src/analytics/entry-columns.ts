import type { AnalyticsEntry } from '@waybill/contracts';
import type { Columns } from '../exports/table-export.js';

/** Columns of the exported visits. */
export const entryColumns: Columns<AnalyticsEntry> = [
  ['id', ({ id }) => id],
  ['accessedAt', ({ accessedAt }) => accessedAt],
  ['ipAddress', ({ ipAddress }) => ipAddress],
  ['country', ({ country }) => country],
  ['region', ({ region }) => region],
  ['city', ({ city }) => city],
  ['device', ({ device }) => device],
  ['os', ({ os }) => os],
  ['browser', ({ browser }) => browser],
  ['userAgent', ({ userAgent }) => userAgent],
  ['referer', ({ referer }) => referer],
  ['sharedWith', ({ sharedWith }) => sharedWith],
  ['link', ({ link }) => link && (link.name ?? link.slug)],
  ['email', ({ email }) => email],
  ['durationSeconds', ({ durationSeconds }) => durationSeconds],
  ['pagesSeen', ({ pagesSeen }) => pagesSeen],
  ['completion', ({ completion }) => completion],
  ['isBot', ({ isBot }) => isBot],
];
