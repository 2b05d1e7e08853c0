import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the share of a file names an account that is not its owner: the sender of a file to a file request. */
const namesSender = (file: string) =>
  `${file}.preview_share ~ '^[0-9a-f]{8}-'
   AND split_part(${file}.preview_share, ' ', 1) IS DISTINCT FROM ${file}.user_id::text`;

/**
 * Replaces the id of the sender in the share of the preview workers with its hash (`queueKeyOf`), because the file
 * outlives the account of its sender. A trigger does it, also for files that processes of the previous version insert
 * during a rolling upgrade.
 */
export class HashSendersOfFiles1795679000000 implements MigrationInterface {
  /** The trigger blocks uploads only briefly, and not while all files are read. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION hash_sender_of_file() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE sender text := split_part(new.preview_share, ' ', 1);
      BEGIN
        new.preview_share := 'account:' || left(encode(sha256(convert_to(sender, 'UTF8')), 'hex'), 32)
          || substr(new.preview_share, length(sender) + 1);
        RETURN new;
      END $$
    `);
    await runner.query(`
      CREATE OR REPLACE TRIGGER hash_sender_of_file BEFORE INSERT OR UPDATE OF preview_share ON files FOR EACH ROW
      WHEN (${namesSender('new')}) EXECUTE FUNCTION hash_sender_of_file()
    `);
    await runner.query(`UPDATE files SET preview_share = preview_share WHERE ${namesSender('files')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER hash_sender_of_file ON files');
    await runner.query('DROP FUNCTION hash_sender_of_file');
  }
}
