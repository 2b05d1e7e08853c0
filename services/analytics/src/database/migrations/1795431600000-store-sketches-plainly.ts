import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores the visitor sketch of a period uncompressed. PostgreSQL took longer to compress the 4 KiB of an estimate than
 * to write the rest of the row, for each of the twelve rows that a visit changes. Existing rows are stored uncompressed
 * at their next visit.
 */
export class StoreSketchesPlainly1795431600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE period_views ALTER COLUMN visitors SET STORAGE EXTERNAL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE period_views ALTER COLUMN visitors SET STORAGE EXTENDED');
  }
}
