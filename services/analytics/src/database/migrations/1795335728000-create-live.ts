import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of visits in progress, and of the events of the last minutes for watching clients. */
export class CreateLive1795335728000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE visits_in_progress (
        entry_id uuid PRIMARY KEY,
        file_id uuid NOT NULL,
        is_bundle boolean NOT NULL,
        is_owner boolean NOT NULL,
        is_announced boolean NOT NULL,
        has_ended boolean NOT NULL DEFAULT false,
        page integer,
        page_at timestamptz,
        seen_at timestamptz NOT NULL
      );
      CREATE INDEX visits_in_progress_by_file ON visits_in_progress (file_id);
      CREATE INDEX visits_in_progress_by_age ON visits_in_progress (seen_at);
      CREATE TABLE live_events (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id uuid NOT NULL,
        file_id uuid NOT NULL,
        at timestamptz NOT NULL,
        event jsonb NOT NULL
      );
      CREATE INDEX live_events_by_user ON live_events (user_id, id);
      CREATE INDEX live_events_by_age ON live_events (at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE live_events, visits_in_progress');
  }
}
