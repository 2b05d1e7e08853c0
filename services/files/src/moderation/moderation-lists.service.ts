import { Injectable } from '@nestjs/common';
import {
  type FilesOverview,
  type InputOf,
  type listModeratedFiles,
  type listReports,
  type OutputOf,
} from '@waybill/contracts';
import {
  cursorPage,
  decodeCursor,
  findNewest,
  type PagePosition,
  type Search,
  wordConditions,
  wordParameters,
  wordsQuery,
} from '@waybill/database';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { SharedFile } from '../file/shared-file.entity.js';
import { AbuseReport } from '../abuse-reports/abuse-report.entity.js';
import { presentModeratedFile } from './moderation.presenter.js';
import { AbuseReportPresentationService } from './abuse-report-presentation.service.js';
import { searchReports } from './report-search.js';
import { addressIn } from './searched-address.js';

const PAGE_SIZE = 50;

/** Conditions that find files by words of their name. */
const NAMED = wordConditions('files', 'original_name', 'original_name');
/**
 * A report of a bundle has a row for the bundle and for each file. Selects that of the bundle, or the first open and
 * the first closed one after the bundle was deleted.
 */
const FIRST_ROW = `(report.report_id IS NULL OR (
  NOT EXISTS (SELECT FROM reports whole WHERE whole.id = report.report_id)
  AND NOT EXISTS (
    SELECT FROM reports earlier WHERE earlier.report_id = report.report_id AND earlier.id < report.id
      AND (earlier.state = 'open') = (report.state = 'open'))))`;
/**
 * Subqueries that find files by their id or owner, or by the address of their bundle or link, because people report
 * those addresses. In one condition with OR, PostgreSQL would use no index and read all files.
 */
const IDENTIFIED = `SELECT id FROM files WHERE id = :id UNION ALL SELECT id FROM files WHERE user_id = :id
  UNION ALL SELECT file_id FROM bundle_files WHERE bundle_id = :id`;
const LINKED = `SELECT file_id FROM links WHERE slug = :slug AND file_id IS NOT NULL
  UNION ALL SELECT bundle_files.file_id FROM links JOIN bundle_files USING (bundle_id) WHERE slug = :slug`;

/** Lists of files and reports for administrators. Each page reads a bounded number of rows of an index. */
@Injectable()
export class ModerationListsService {
  constructor(
    private readonly database: DataSource,
    private readonly presentation: AbuseReportPresentationService,
    private readonly clock: Clock,
  ) {}

  /** All files, newest first: also those that expired and were not deleted yet. */
  async files({
    query,
    ownerIds,
    cursor,
  }: InputOf<typeof listModeratedFiles>): Promise<OutputOf<typeof listModeratedFiles>> {
    const position = decodeCursor(cursor);
    const { manager } = this.database;
    const searches = searchesFor(query, ownerIds, position);
    const found = await findNewest(manager, [SharedFile, 'file'], searches, position, PAGE_SIZE + 1);
    const { page, nextCursor } = cursorPage(found, PAGE_SIZE);
    const counts = await this.openReports(page.map(({ id }) => id));
    return { files: page.map((file) => presentModeratedFile(file, counts.get(file.id) ?? 0)), nextCursor };
  }

  /** Open reports first, each group newest first. */
  async reports({ query, cursor }: InputOf<typeof listReports>): Promise<OutputOf<typeof listReports>> {
    const rows = this.database.manager
      .createQueryBuilder(AbuseReport, 'report')
      .orderBy("(report.state = 'open')", 'DESC')
      .addOrderBy('report.created_at', 'DESC')
      .addOrderBy('report.id', 'DESC')
      .where(FIRST_ROW)
      .limit(PAGE_SIZE + 1);
    searchReports(rows, query.trim());
    const position = decodeCursor(cursor);
    if (position) {
      const { part, createdAt, id } = position;
      rows.andWhere("((report.state = 'open'), report.created_at, report.id) < (:isOpen, :createdAt, :id)", {
        isOpen: part === 1,
        createdAt,
        id,
      });
    }
    const { page, nextCursor } = cursorPage(await rows.getMany(), PAGE_SIZE, ({ state }) =>
      state === 'open' ? 1 : 0,
    );
    return { reports: await this.presentation.present(this.database.manager, page), nextCursor };
  }

  async overview(): Promise<FilesOverview> {
    const [row] = await this.database.manager.query<Record<string, string>[]>(
      `SELECT (SELECT count(*) FROM files WHERE delete_at IS NULL OR delete_at > $1) AS files,
              (SELECT coalesce(sum(size), 0) FROM files WHERE delete_at IS NULL OR delete_at > $1) AS bytes,
              (SELECT count(*) FROM files WHERE taken_down_at IS NOT NULL) AS "takenDown",
              (SELECT count(*) FROM files WHERE scan_state = 'infected') AS infected,
              (SELECT count(DISTINCT coalesce(report_id, id)) FROM reports WHERE (state = 'open')) AS "openReports",
              (SELECT count(*) FROM outbox) AS events,
              (SELECT count(*) FROM files WHERE preview_state = 'pending') AS previews,
              (SELECT count(*) FROM files WHERE scan_state = 'pending') AS scans`,
      [this.clock.now()],
    );
    const count = (name: string): number => Number(row?.[name] ?? 0);
    return {
      files: count('files'),
      bytes: count('bytes'),
      takenDown: count('takenDown'),
      infected: count('infected'),
      openReports: count('openReports'),
      queues: { events: count('events'), previews: count('previews'), scans: count('scans') },
    };
  }

  private async openReports(fileIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.database.manager.query<{ id: string; count: number }[]>(
      `SELECT file_id AS id, count(*)::int AS count FROM reports
       WHERE file_id = ANY($1) AND (state = 'open') GROUP BY file_id`,
      [fileIds],
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }
}

/** Searches by address of the file, its bundle or a link, by owner, or by words of the name. Each uses an index. */
function searchesFor(
  query: string,
  ownerIds: readonly string[],
  position: PagePosition | null,
): readonly Search[] {
  if (ownerIds.length > 0) return [{ condition: 'file.user_id IN (:...ownerIds)', parameters: { ownerIds } }];
  const { slug, id } = addressIn(query);
  if (slug !== undefined) return [{ condition: `file.id IN (${LINKED})`, parameters: { slug } }];
  if (id !== undefined) return [{ condition: `file.id IN (${IDENTIFIED})`, parameters: { id } }];
  const words = wordsQuery(query);
  if (words !== null) {
    const parameters = wordParameters(words, position);
    return NAMED.map((condition) => ({ condition: `file.${condition}`, parameters }));
  }
  return [{ condition: query.trim() === '' ? 'true' : 'false', parameters: {} }];
}
