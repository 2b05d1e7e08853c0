import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexUploadsOfRequests1795335759000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS uploads_of_request');
    await runner.query(
      'CREATE INDEX CONCURRENTLY uploads_of_request ON uploads (request_id) WHERE request_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY uploads_of_request');
  }
}
