import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the dimensions and the reading of visits, and roll-ups by link and period. EntryRollUpSweep rolls up old
 * entries.
 */
export class AnalyseEntries1795324638000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE entries
        ADD COLUMN region text NOT NULL DEFAULT '',
        ADD COLUMN device text NOT NULL DEFAULT '',
        ADD COLUMN system text NOT NULL DEFAULT '',
        ADD COLUMN browser_family text NOT NULL DEFAULT '',
        ADD COLUMN link_id uuid,
        ADD COLUMN bundle_id uuid,
        ADD COLUMN email text NOT NULL DEFAULT '',
        ADD COLUMN is_bot boolean NOT NULL DEFAULT false,
        ADD COLUMN visitor bytea,
        ADD COLUMN duration_ms bigint NOT NULL DEFAULT 0,
        ADD COLUMN pages_seen integer NOT NULL DEFAULT 0,
        ADD COLUMN completion real NOT NULL DEFAULT 0;
      CREATE TABLE share_links (
        link_id uuid PRIMARY KEY,
        file_id uuid NOT NULL,
        version integer NOT NULL,
        slug text NOT NULL,
        name text
      );
      CREATE INDEX share_links_by_file ON share_links (file_id);
      CREATE TABLE period_views (
        file_id uuid NOT NULL,
        link_id uuid NOT NULL,
        is_bot boolean NOT NULL,
        grain text NOT NULL,
        starts_at timestamptz NOT NULL,
        views integer NOT NULL,
        readers integer NOT NULL,
        completion double precision NOT NULL,
        last_view_at timestamptz NOT NULL,
        visitors bytea NOT NULL,
        counts jsonb NOT NULL,
        PRIMARY KEY (file_id, link_id, is_bot, grain, starts_at)
      );
      CREATE TABLE visit_pages (
        entry_id uuid NOT NULL REFERENCES entries ON DELETE CASCADE,
        file_id uuid NOT NULL,
        page integer NOT NULL,
        ms bigint NOT NULL,
        PRIMARY KEY (entry_id, page)
      );
      CREATE INDEX visit_pages_by_file ON visit_pages (file_id);
      CREATE TABLE period_pages (
        file_id uuid NOT NULL,
        link_id uuid NOT NULL,
        grain text NOT NULL,
        starts_at timestamptz NOT NULL,
        page integer NOT NULL,
        views integer NOT NULL,
        total_ms bigint NOT NULL,
        durations jsonb NOT NULL,
        PRIMARY KEY (file_id, link_id, grain, starts_at, page)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE period_pages, visit_pages, period_views, share_links;
      DELETE FROM entries WHERE is_bot;
      ALTER TABLE entries
        DROP COLUMN region, DROP COLUMN device, DROP COLUMN system, DROP COLUMN browser_family,
        DROP COLUMN link_id, DROP COLUMN bundle_id, DROP COLUMN email, DROP COLUMN is_bot, DROP COLUMN visitor,
        DROP COLUMN duration_ms, DROP COLUMN pages_seen, DROP COLUMN completion`);
  }
}
