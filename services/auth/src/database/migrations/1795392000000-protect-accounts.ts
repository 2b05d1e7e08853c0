import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the spelling of the address to pending sign-ups, and the time of last use to sessions. Adds the networks from
 * which accounts logged in, and the key with which these networks are hashed.
 */
export class ProtectAccounts1795392000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE activations
        ADD COLUMN email text,
        ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();

      CREATE TABLE known_networks (
        account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        network_hash bytea NOT NULL,
        last_used_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, network_hash)
      );
      CREATE INDEX known_networks_by_last_use ON known_networks (last_used_at);

      CREATE TABLE network_hash_keys (key bytea NOT NULL);
      INSERT INTO network_hash_keys (key)
        VALUES (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

      ALTER TABLE sessions ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now();
      UPDATE sessions SET last_used_at = expires_at - interval '30 days'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sessions DROP COLUMN last_used_at;
      DROP TABLE network_hash_keys;
      DROP TABLE known_networks;
      ALTER TABLE activations DROP COLUMN email, DROP COLUMN created_at
    `);
  }
}
