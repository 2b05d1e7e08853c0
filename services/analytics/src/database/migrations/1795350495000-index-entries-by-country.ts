import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index for reports of one country. */
export class IndexEntriesByCountry1795350495000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS entries_by_country');
    await runner.query(
      'CREATE INDEX CONCURRENTLY entries_by_country ON entries (file_id, country_code, accessed_at, id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY entries_by_country');
  }
}
