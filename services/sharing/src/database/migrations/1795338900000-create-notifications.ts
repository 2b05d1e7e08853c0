import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateNotifications1795338900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notification_settings (
        user_id uuid PRIMARY KEY,
        unsubscribe_key uuid NOT NULL UNIQUE,
        first_view boolean NOT NULL,
        every_view boolean NOT NULL,
        daily_summary boolean NOT NULL,
        limit_used_up boolean NOT NULL,
        unopened_before_expiry boolean NOT NULL,
        files_received boolean NOT NULL
      );
      CREATE TABLE muted_links (link_id uuid PRIMARY KEY, target_id uuid NOT NULL);
      CREATE INDEX muted_links_of_target ON muted_links (target_id);
      CREATE TABLE notified_visitors (
        user_id uuid NOT NULL,
        visitor text NOT NULL,
        notified_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, visitor)
      );
      CREATE INDEX notified_visitors_by_time ON notified_visitors (notified_at);
      CREATE TABLE daily_views (
        user_id uuid NOT NULL,
        day date NOT NULL,
        target_id uuid NOT NULL,
        name text NOT NULL,
        views integer NOT NULL,
        PRIMARY KEY (user_id, day, target_id)
      );
      CREATE INDEX daily_views_by_day ON daily_views (day);
      ALTER TABLE mails ADD COLUMN unsubscribe_url text
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE mails DROP COLUMN unsubscribe_url;
      DROP TABLE daily_views;
      DROP TABLE notified_visitors;
      DROP TABLE muted_links;
      DROP TABLE notification_settings
    `);
  }
}
