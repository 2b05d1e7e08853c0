import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For notifications, of which a visitor causes one an hour over all files of an account. Null: of the version before. */
export class KnowPeopleInVisits1795389520000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE visits_in_progress ADD COLUMN person bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE visits_in_progress DROP COLUMN person');
  }
}
