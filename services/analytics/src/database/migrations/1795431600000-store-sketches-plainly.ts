import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores the visitors of a period as they are. PostgreSQL took longer to compress the 4 KiB of an estimate than for the rest of
 * its row, for each of the twelve rows that a visit changes. Rows that are there are stored plainly at their next visit.
 */
export class StoreSketchesPlainly1795431600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE period_views ALTER COLUMN visitors SET STORAGE EXTERNAL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE period_views ALTER COLUMN visitors SET STORAGE EXTENDED');
  }
}
