import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One row for each mailed code, instead of one for each link and address. Copies the codes that are still valid. */
export class CreateLinkChallenges1795402900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE link_challenges (
        id uuid PRIMARY KEY,
        link_id uuid NOT NULL REFERENCES links ON DELETE CASCADE,
        email text NOT NULL,
        email_key text NOT NULL,
        code_hash text,
        tries int NOT NULL DEFAULT 0,
        unnamed_tries int NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX link_challenges_by_link ON link_challenges (link_id, email_key);
      CREATE INDEX link_challenges_by_expiry ON link_challenges (expires_at);

      INSERT INTO link_challenges (id, link_id, email, email_key, code_hash, unnamed_tries, created_at, expires_at)
      SELECT gen_random_uuid(), link_id, email_key, email_key, code_hash, tries, expires_at - interval '10 minutes', expires_at
      FROM link_codes WHERE expires_at > now();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE link_challenges');
  }
}
