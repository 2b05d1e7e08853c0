import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateRollUps1795219200002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE visitors (
        file_id uuid NOT NULL,
        visitor bytea NOT NULL,
        PRIMARY KEY (file_id, visitor)
      );
      CREATE TABLE country_views (
        file_id uuid NOT NULL,
        country_code text NOT NULL,
        views integer NOT NULL,
        PRIMARY KEY (file_id, country_code)
      );
      CREATE TABLE hourly_views (
        file_id uuid NOT NULL,
        hour timestamptz NOT NULL,
        views integer NOT NULL,
        last_view_at timestamptz NOT NULL,
        PRIMARY KEY (file_id, hour)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE visitors, country_views, hourly_views');
  }
}
