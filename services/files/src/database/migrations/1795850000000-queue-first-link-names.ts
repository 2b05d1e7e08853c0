import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Queues files and bundles whose first link has a name, so that it is published. Not in `snapshot_backlog`: workers of
 * the version before empty that table and publish no names.
 */
export class QueueFirstLinkNames1795850000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE first_link_backlog (target_id uuid PRIMARY KEY);
      INSERT INTO first_link_backlog
        SELECT id FROM files WHERE first_link_name IS NOT NULL
        UNION ALL SELECT id FROM bundles WHERE first_link_name IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE first_link_backlog');
  }
}
