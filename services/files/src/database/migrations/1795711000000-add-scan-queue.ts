import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Start of the latest scan of a file, by which networks take turns. */
export class AddScanQueue1795711000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files ADD COLUMN scan_started_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files DROP COLUMN scan_started_at');
  }
}
