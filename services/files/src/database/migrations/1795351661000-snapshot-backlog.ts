import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Queues existing files: services that have a projection of files since this version need their facts. */
export class SnapshotBacklog1795351661000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE snapshot_backlog (file_id uuid PRIMARY KEY);
      INSERT INTO snapshot_backlog SELECT id FROM files`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE snapshot_backlog');
  }
}
