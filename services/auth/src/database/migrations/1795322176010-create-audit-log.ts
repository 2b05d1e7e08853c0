import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AUDIT_WORDS } from '../../audit/audit-words.js';

export class CreateAuditLog1795322176010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_entries (
        id uuid PRIMARY KEY,
        created_at timestamptz(3) NOT NULL,
        actor_id uuid NOT NULL,
        actor_email text NOT NULL,
        action text NOT NULL,
        subject text,
        detail text,
        address text NOT NULL,
        outcome text NOT NULL
      );
      CREATE INDEX audit_entries_by_age ON audit_entries (created_at, id);
      CREATE INDEX audit_entries_by_words ON audit_entries USING gin ((${AUDIT_WORDS}));

      CREATE FUNCTION keep_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' AND OLD.outcome = 'started' THEN
          OLD.outcome := NEW.outcome;
          IF OLD = NEW THEN RETURN NEW; END IF;
        END IF;
        RAISE EXCEPTION 'The audit log is append-only';
      END $$;
      CREATE TRIGGER keep_audit_entries BEFORE UPDATE OR DELETE ON audit_entries
        FOR EACH ROW EXECUTE FUNCTION keep_audit_entries()
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE audit_entries;
      DROP FUNCTION keep_audit_entries
    `);
  }
}
