import type { EntityManager } from 'typeorm';
import { queueObjectDeletion } from '../discarded-object/queue-object-deletion.js';
import { spreadsheetTypes } from './office-formats.js';

/**
 * Version of the rules by which previews are made. 1: spreadsheets are shown without hidden sheets, without cells
 * outside the print area, and with the end of long sheets.
 */
export const PREVIEW_VERSION = 1;

/**
 * Discards previews of spreadsheets that were made by older rules, also those that a process of the previous version
 * makes during a rolling upgrade, and lets them be made again.
 */
export async function discardOutdatedPreviews(
  manager: EntityManager,
  limit: number,
  now: Date,
): Promise<void> {
  const objects = await manager.query<{ key: string | null }[]>(
    `WITH outdated AS (
       SELECT id, thumbnail, rendition FROM files
       WHERE preview_kind = 'office' AND preview_state = 'ready' AND preview_version < $1
         AND mime_type = ANY ($2::text[])
       LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
     ), reset AS (
       UPDATE files SET preview_state = 'pending', preview_attempts = 0, preview_due_at = NULL,
         preview_lease_until = NULL, page_count = NULL, thumbnail = NULL, rendition = NULL
       FROM outdated WHERE files.id = outdated.id
     )
     SELECT unnest(ARRAY [thumbnail ->> 'objectKey', rendition ->> 'objectKey']) AS key FROM outdated`,
    [PREVIEW_VERSION, spreadsheetTypes, limit],
  );
  await queueObjectDeletion(
    manager,
    objects.flatMap(({ key }) => key ?? []),
    now,
  );
}
