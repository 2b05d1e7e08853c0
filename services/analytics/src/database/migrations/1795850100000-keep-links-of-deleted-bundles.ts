import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Labels of links whose bundle was deleted, for each of its files that is kept and was visited by the link. */
export class KeepLinksOfDeletedBundles1795850100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE links_of_deleted_bundles (
        file_id uuid NOT NULL,
        link_id uuid NOT NULL,
        slug text NOT NULL,
        name text,
        PRIMARY KEY (file_id, link_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE links_of_deleted_bundles');
  }
}
