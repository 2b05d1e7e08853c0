import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the grant behind a paid plan. Only a row with a payment uses the columns, so grants of the previous version,
 * which have no payment, need no change.
 */
export class KeepGrants1795664400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE subscriptions ADD COLUMN granted_plan text, ADD COLUMN granted_until timestamptz',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions DROP COLUMN granted_plan, DROP COLUMN granted_until');
  }
}
