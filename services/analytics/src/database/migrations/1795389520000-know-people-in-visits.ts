import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the hash of the person, so that a visitor causes at most one notification an hour over all files of an account.
 * Null in rows of the previous version.
 */
export class KnowPeopleInVisits1795389520000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE visits_in_progress ADD COLUMN person bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE visits_in_progress DROP COLUMN person');
  }
}
