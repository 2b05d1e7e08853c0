import { Injectable } from '@nestjs/common';
import type { FileSnapshot } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { Any, type EntityManager } from 'typeorm';
import { FileRecord } from './file-record.entity.js';

/** Tables with rows about a file, besides its record. */
const fileTables = [
  'entries',
  'visitors',
  'country_views',
  'hourly_views',
  'period_views',
  'period_pages',
  'split_periods',
  'links',
  'share_links',
  'links_of_deleted_bundles',
  'visits_in_progress',
  'early_reading',
  'live_events',
];

/**
 * Files of the bundle's owner, each with the links of the bundle by which it was visited. Looks each pair up in the
 * roll-ups, because any other join would read all of them.
 */
const VISITED_BY_LINKS_OF_BUNDLE = `
  FROM records AS bundle
  JOIN share_links ON share_links.file_id = bundle.file_id AND share_links.link_id <> bundle.file_id
  JOIN records AS kept ON kept.user_id = bundle.user_id AND kept.file_id <> bundle.file_id
  CROSS JOIN LATERAL (
    SELECT FROM period_views WHERE file_id = kept.file_id AND link_id = share_links.link_id LIMIT 1) AS visit
  WHERE bundle.file_id = $1`;

/** Fields of a record after the deletion of its file. */
const emptyRecord = {
  userId: null,
  originalName: '',
  mimeType: '',
  size: 0,
  createdAt: null,
  deleteAt: null,
  expiredAt: null,
  totalViews: 0,
  uniqueVisitors: 0,
  uniqueCountries: 0,
  firstViewAt: null,
};

/** Projection of files. Accepts events in any order. */
@Injectable()
export class FileRecordRepository {
  constructor(private readonly clock: Clock) {}

  /**
   * Locks the record until the transaction ends, so that one transaction at a time writes about a file. Inserts
   * the record first if it is missing.
   * @returns null after the file was deleted
   */
  async lock(manager: EntityManager, fileId: string): Promise<FileRecord | null> {
    await manager.query('INSERT INTO records (file_id) VALUES ($1) ON CONFLICT DO NOTHING', [fileId]);
    const record = await manager.findOneOrFail(FileRecord, {
      where: { fileId },
      lock: { mode: 'for_no_key_update' },
    });
    return record.deletedAt ? null : record;
  }

  /**
   * Locks many records as `lock` does, in the order of their ids, so that batches cannot deadlock.
   * @returns ids of the files that were not deleted
   */
  async lockAll(manager: EntityManager, fileIds: readonly string[]): Promise<Set<string>> {
    const ids = [...new Set(fileIds)].sort();
    await manager.query('INSERT INTO records (file_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING', [
      ids,
    ]);
    const rows: { file_id: string; forgotten_at: Date | null }[] = await manager.query(
      'SELECT file_id, forgotten_at FROM records WHERE file_id = ANY($1) ORDER BY file_id FOR NO KEY UPDATE',
      [ids],
    );
    return new Set(rows.filter((row) => row.forgotten_at === null).map((row) => row.file_id));
  }

  /** @returns the account that owns the file; null without one, before its facts arrived and after its deletion */
  async ownerOf(manager: EntityManager, fileId: string): Promise<string | null> {
    return (await this.lock(manager, fileId))?.userId ?? null;
  }

  /**
   * Applies facts of a newer version. Facts of an older one only decide whether the record is a bundle.
   * @returns whether the facts are newer
   */
  async applyFacts(manager: EntityManager, facts: FileSnapshot, isBundle = false): Promise<boolean> {
    const { fileId, version, userId, originalName, mimeType, size } = facts;
    const record = await this.lock(manager, fileId);
    if (!record) return false;
    // An earlier version recorded the bundle as a file.
    if (isBundle && !record.isBundle) await manager.update(FileRecord, { fileId }, { isBundle });
    if (version <= record.version) return false;
    const createdAt = new Date(facts.createdAt);
    const deleteAt = facts.deleteAt === null ? null : new Date(facts.deleteAt);
    await manager.update(
      FileRecord,
      { fileId },
      { version, userId, isBundle, originalName, mimeType, size, createdAt, deleteAt },
    );
    return true;
  }

  /**
   * Like `applyFacts`, for many files at once. Locks the records in the order of their ids, as `lockAll` does.
   * @returns ids of the files that were not deleted
   */
  async applyAll(manager: EntityManager, facts: readonly FileSnapshot[]): Promise<Set<string>> {
    const rows = facts.map(
      ({ fileId, version, userId, originalName, mimeType, size, createdAt, deleteAt }) => ({
        file_id: fileId,
        version,
        user_id: userId,
        original_name: originalName,
        mime_type: mimeType,
        size,
        created_at: createdAt,
        delete_at: deleteAt,
      }),
    );
    await manager.query(
      `INSERT INTO records (file_id, version, user_id, original_name, mime_type, size, created_at, delete_at)
       SELECT DISTINCT ON (file_id) file_id, version, user_id, original_name, mime_type, size, created_at, delete_at
       FROM json_populate_recordset(NULL::records, $1) ORDER BY file_id, version DESC
       ON CONFLICT (file_id) DO UPDATE SET
         version = excluded.version, user_id = excluded.user_id, original_name = excluded.original_name,
         mime_type = excluded.mime_type, size = excluded.size, created_at = excluded.created_at,
         delete_at = excluded.delete_at
       WHERE records.forgotten_at IS NULL AND records.version < excluded.version`,
      [JSON.stringify(rows)],
    );
    const present: { file_id: string }[] = await manager.query(
      'SELECT file_id FROM records WHERE file_id = ANY($1) AND forgotten_at IS NULL',
      [facts.map(({ fileId }) => fileId)],
    );
    return new Set(present.map(({ file_id }) => file_id));
  }

  /** @returns the account that owns the file, as `ownerOf` */
  async markExpired(manager: EntityManager, fileId: string, expiredAt: Date): Promise<string | null> {
    const record = await this.lock(manager, fileId);
    if (record) await manager.update(FileRecord, { fileId }, { expiredAt });
    return record?.userId ?? null;
  }

  /**
   * Deletes all data of the file. Later events of the file are ignored.
   * @returns the account that owned the file; null without one, and after an earlier deletion
   */
  async deleteForFile(manager: EntityManager, fileId: string): Promise<string | null> {
    const record = await this.lock(manager, fileId);
    if (record) await this.clear(manager, [fileId]);
    return record?.userId ?? null;
  }

  /**
   * Like `deleteForFile`, for a bundle. Each file that was visited by its links keeps their names for its own report,
   * until it is deleted itself.
   */
  async deleteForBundle(manager: EntityManager, bundleId: string): Promise<string | null> {
    const visited: { file_id: string }[] = await manager.query(
      `SELECT DISTINCT kept.file_id ${VISITED_BY_LINKS_OF_BUNDLE}`,
      [bundleId],
    );
    // Lock the bundle together with the files, in one order, as `lockAll` does everywhere.
    const present = await this.lockAll(manager, [bundleId, ...visited.map(({ file_id }) => file_id)]);
    await manager.query(
      `INSERT INTO links_of_deleted_bundles (file_id, link_id, slug, name)
       SELECT kept.file_id, share_links.link_id, slug, name ${VISITED_BY_LINKS_OF_BUNDLE} AND kept.file_id = ANY ($2)
       ON CONFLICT DO NOTHING`,
      [bundleId, [...present]],
    );
    return this.deleteForFile(manager, bundleId);
  }

  /** Deletes all data of the files of an account, and of the changes that its clients have not read. */
  async deleteForUser(manager: EntityManager, userId: string): Promise<void> {
    const owned = await manager.find(FileRecord, {
      where: { userId },
      order: { fileId: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
    await this.clear(
      manager,
      owned.map(({ fileId }) => fileId),
    );
    await manager.query('DELETE FROM live_changes WHERE user_id = $1', [userId]);
  }

  private async clear(manager: EntityManager, fileIds: string[]): Promise<void> {
    if (fileIds.length === 0) return;
    for (const table of fileTables) {
      await manager.query(`DELETE FROM ${table} WHERE file_id = ANY($1)`, [fileIds]);
    }
    // One parameter: an account can have more files, expired ones included, than a statement has parameters.
    const deletedAt = this.clock.now();
    await manager.update(FileRecord, { fileId: Any(fileIds) }, { ...emptyRecord, deletedAt });
  }
}
