import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the settings of the promotion that administrators override. At most one row. */
export class OverridePromotion1795349600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE promotion_override (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        ends_at timestamptz,
        replaces timestamptz,
        version integer NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE promotion_override');
  }
}
