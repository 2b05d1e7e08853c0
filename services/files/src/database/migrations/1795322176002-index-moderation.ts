import { wordsOf } from '@waybill/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for the administrators' lists: files by age, by words of the name, taken down, and pending or infected. */
export class IndexModeration1795322176002 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS files_by_age');
    await runner.query('CREATE INDEX CONCURRENTLY files_by_age ON files (created_at, id)');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS files_by_words');
    await runner.query(
      `CREATE INDEX CONCURRENTLY files_by_words ON files USING gin ((${wordsOf('original_name')}))`,
    );
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS files_taken_down');
    await runner.query(
      'CREATE INDEX CONCURRENTLY files_taken_down ON files (taken_down_at) WHERE taken_down_at IS NOT NULL',
    );
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS files_by_scan');
    await runner.query(
      `CREATE INDEX CONCURRENTLY files_by_scan ON files (scan_state, created_at)
       WHERE scan_state IN ('pending', 'infected')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of ['files_by_age', 'files_by_words', 'files_taken_down', 'files_by_scan'])
      await runner.query(`DROP INDEX CONCURRENTLY ${index}`);
  }
}
