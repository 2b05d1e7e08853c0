import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Marks mails that are deleted once they are final, so that the address of a visitor of a link is not kept. Applies it
 * to the mails of the version before, which are known by their subjects.
 */
export class DeleteMailsOfCodes1795665600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mails ADD COLUMN is_transient boolean NOT NULL DEFAULT false');
    const isOfCode = `user_id IS NULL AND subject ~
      '^([0-9]{6} is your code to open a shared link|Open the link that was shared with you)$'`;
    await runner.query(`DELETE FROM mails WHERE next_attempt_at IS NULL AND ${isOfCode}`);
    await runner.query(
      `UPDATE mails SET is_transient = true WHERE next_attempt_at IS NOT NULL AND ${isOfCode}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mails DROP COLUMN is_transient');
  }
}
