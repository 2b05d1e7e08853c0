import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the creation of an upload idempotent: a repeated creation finds the first upload by its key. */
export class KeyUploads1795351800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Blocks writes to resumable_uploads only briefly: it has a row for each upload of the last day.
    await runner.query(`
      ALTER TABLE resumable_uploads ADD COLUMN creation_key text;
      CREATE UNIQUE INDEX resumable_uploads_creation_key ON resumable_uploads (creation_key)
        WHERE creation_key IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE resumable_uploads DROP COLUMN creation_key');
  }
}
