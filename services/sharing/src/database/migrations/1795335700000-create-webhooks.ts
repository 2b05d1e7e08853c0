import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWebhooks1795335700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE targets (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        user_id uuid,
        version integer NOT NULL,
        name text NOT NULL,
        created_at timestamptz NOT NULL,
        delete_at timestamptz,
        expiry_set_at timestamptz NOT NULL,
        opened_at timestamptz,
        warned_at timestamptz
      );
      CREATE INDEX targets_of_user ON targets (user_id) WHERE user_id IS NOT NULL;
      CREATE INDEX targets_unopened ON targets (delete_at)
        WHERE user_id IS NOT NULL AND opened_at IS NULL AND warned_at IS NULL;
      CREATE TABLE webhooks (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        url text NOT NULL,
        events text[] NOT NULL,
        wrapped_secret text NOT NULL,
        is_active boolean NOT NULL,
        is_suspended boolean NOT NULL,
        disabled_at timestamptz,
        created_at timestamptz NOT NULL,
        pending integer NOT NULL,
        next_attempt_at timestamptz,
        lease_id uuid
      );
      CREATE INDEX webhooks_of_user ON webhooks (user_id, created_at);
      CREATE INDEX webhooks_due ON webhooks (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
      CREATE TABLE webhook_deliveries (
        id uuid PRIMARY KEY,
        webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
        position bigint GENERATED ALWAYS AS IDENTITY,
        type text NOT NULL,
        body text NOT NULL,
        status text NOT NULL,
        attempts integer NOT NULL,
        failures integer NOT NULL,
        failing_since timestamptz,
        response_status integer,
        error text,
        created_at timestamptz NOT NULL,
        last_attempt_at timestamptz,
        delivered_at timestamptz
      );
      CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, position) WHERE status = 'pending';
      CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (webhook_id, position DESC);
      CREATE INDEX webhook_deliveries_done ON webhook_deliveries (created_at) WHERE status <> 'pending';
      CREATE TABLE notifications (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        kind text NOT NULL,
        dedupe_key text NOT NULL UNIQUE,
        values jsonb NOT NULL,
        target_id uuid,
        created_at timestamptz NOT NULL,
        send_at timestamptz NOT NULL,
        raised_at timestamptz
      );
      CREATE INDEX notifications_due ON notifications (send_at) WHERE raised_at IS NULL;
      CREATE INDEX notifications_done ON notifications (created_at) WHERE raised_at IS NOT NULL;
      CREATE INDEX notifications_of_user ON notifications (user_id);
      CREATE INDEX notifications_of_target ON notifications (target_id) WHERE target_id IS NOT NULL
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE notifications;
      DROP TABLE webhook_deliveries;
      DROP TABLE webhooks;
      DROP TABLE targets
    `);
  }
}
