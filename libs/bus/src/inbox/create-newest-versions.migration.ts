import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateNewestVersions1795478600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A hash: after the deletion of an account no table may hold its id.
    await runner.query(`
      CREATE TABLE newest_versions (
        key_hash bytea PRIMARY KEY,
        version integer NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE newest_versions');
  }
}
