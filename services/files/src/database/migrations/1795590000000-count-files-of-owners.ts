import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps the number of files of each owner as a sum of changes, because counting rows takes longer the more files there
 * are. Triggers write the changes, so that changes by processes of the previous version count during a rolling upgrade.
 */
export class CountFilesOfOwners1795590000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE file_counts (
        owner_id uuid NOT NULL,
        files int NOT NULL,
        is_sum boolean NOT NULL DEFAULT false
      );
      CREATE INDEX file_counts_by_owner ON file_counts (owner_id) INCLUDE (files);
      CREATE INDEX file_counts_to_sum_up ON file_counts (owner_id) WHERE NOT is_sum;

      CREATE FUNCTION count_new_files() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO file_counts (owner_id, files)
        SELECT coalesce(user_id, browser_id), count(*) FROM changed GROUP BY 1;
        RETURN NULL;
      END $$;
      CREATE FUNCTION count_deleted_files() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO file_counts (owner_id, files)
        SELECT coalesce(user_id, browser_id), -count(*) FROM changed GROUP BY 1;
        RETURN NULL;
      END $$;
      CREATE FUNCTION count_moved_file() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO file_counts (owner_id, files) VALUES
          (coalesce(old.user_id, old.browser_id), -1),
          (coalesce(new.user_id, new.browser_id), 1);
        RETURN NULL;
      END $$;

      CREATE TRIGGER count_new_files AFTER INSERT ON files
        REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_new_files();
      CREATE TRIGGER count_deleted_files AFTER DELETE ON files
        REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_files();
      CREATE TRIGGER count_moved_file AFTER UPDATE OF user_id, browser_id ON files FOR EACH ROW
        WHEN (coalesce(old.user_id, old.browser_id) IS DISTINCT FROM coalesce(new.user_id, new.browser_id))
        EXECUTE FUNCTION count_moved_file();

      INSERT INTO file_counts (owner_id, files, is_sum)
      SELECT coalesce(user_id, browser_id), count(*), true FROM files GROUP BY 1;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER count_new_files ON files;
      DROP TRIGGER count_deleted_files ON files;
      DROP TRIGGER count_moved_file ON files;
      DROP FUNCTION count_new_files, count_deleted_files, count_moved_file;
      DROP TABLE file_counts;
    `);
  }
}
