import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds passkeys, identities of the OpenID Connect provider, known devices and one-time challenges. Addresses of older
 * accounts count as unconfirmed, because it is not known whether they were confirmed. Single sign-on does not link
 * unconfirmed accounts automatically.
 */
export class SignInMethods1795335400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE accounts
        ADD COLUMN email_confirmed_at timestamptz,
        ADD COLUMN has_password boolean NOT NULL DEFAULT true;

      CREATE TABLE oidc_identities (
        issuer text NOT NULL,
        subject text NOT NULL,
        account_id uuid NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
        connected_at timestamptz NOT NULL,
        last_used_at timestamptz,
        PRIMARY KEY (issuer, subject)
      );

      CREATE TABLE passkeys (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        credential_id text NOT NULL UNIQUE,
        public_key bytea NOT NULL,
        counter bigint NOT NULL,
        transports text[] NOT NULL,
        name text NOT NULL,
        is_synced boolean NOT NULL,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz
      );
      CREATE INDEX passkeys_by_account ON passkeys (account_id);

      CREATE TABLE known_devices (
        account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        device_hash bytea NOT NULL,
        last_used_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, device_hash)
      );

      CREATE TABLE sign_in_challenges (
        token_hash bytea PRIMARY KEY,
        kind text NOT NULL,
        data jsonb NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX sign_in_challenges_by_expiry ON sign_in_challenges (expires_at)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE sign_in_challenges;
      DROP TABLE known_devices;
      DROP TABLE passkeys;
      DROP TABLE oidc_identities;
      ALTER TABLE accounts DROP COLUMN has_password, DROP COLUMN email_confirmed_at
    `);
  }
}
