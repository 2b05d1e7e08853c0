import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the table of changed files and bundles, for watching clients. They have a table of their own, because a
 * replica of the previous version cannot read `live_events` with an event that it does not know. Both tables share
 * their ids, which a client resumes from.
 */
export class CreateLiveChanges1795726800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE live_changes (
        id bigint PRIMARY KEY DEFAULT nextval('live_events_id_seq'),
        user_id uuid NOT NULL,
        at timestamptz NOT NULL,
        event jsonb NOT NULL
      );
      CREATE INDEX live_changes_by_user ON live_changes (user_id, id);
      CREATE INDEX live_changes_by_age ON live_changes (at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE live_changes');
  }
}
