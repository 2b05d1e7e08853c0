import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateNewestVersions1795478600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The key is hashed, because no table may contain the id of an account after its deletion.
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
