import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the override of the promotion by administrators. The table has one row at most. */
export class OverridePromotion1795349600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE promotion_override (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        ends_at timestamptz,
        replaces timestamptz,
        message text,
        version integer NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE promotion_override');
  }
}
