import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Names the file or bundle of a delivery about a visit, so that its deletion finds them without reading all deliveries
 * of the account. Deliveries of the version before have none: an index of their own finds them, and is empty once they
 * are deleted after 30 days.
 */
export class KnowTargetsOfVisits1795816800000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_deliveries ADD COLUMN IF NOT EXISTS target_id uuid');
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS webhook_deliveries_of_target');
    await runner.query(
      `CREATE INDEX CONCURRENTLY webhook_deliveries_of_target ON webhook_deliveries (target_id)
       WHERE target_id IS NOT NULL`,
    );
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS webhook_deliveries_without_target');
    await runner.query(
      `CREATE INDEX CONCURRENTLY webhook_deliveries_without_target ON webhook_deliveries (webhook_id)
       WHERE target_id IS NULL AND type IN ('visit.started', 'visit.ended')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS webhook_deliveries_without_target');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS webhook_deliveries_of_target');
    await runner.query('ALTER TABLE webhook_deliveries DROP COLUMN target_id');
  }
}
