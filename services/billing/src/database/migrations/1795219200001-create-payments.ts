import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePayments1795219200001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscriptions ADD COLUMN ends_at timestamptz, ADD COLUMN payment_id text;
      UPDATE subscriptions SET ends_at = current_period_end WHERE status = 'ending';
      DROP INDEX subscriptions_ending;
      CREATE INDEX subscriptions_ending ON subscriptions (ends_at) WHERE ends_at IS NOT NULL;

      CREATE TABLE payment_events (
        event_id text PRIMARY KEY,
        handled_at timestamptz NOT NULL
      );
      CREATE INDEX payment_events_by_time ON payment_events (handled_at);

      CREATE TABLE payment_customers (
        customer_id text PRIMARY KEY,
        user_id uuid NOT NULL,
        linked_at timestamptz NOT NULL
      );
      CREATE INDEX payment_customers_by_user ON payment_customers (user_id);

      CREATE TABLE paid_subscriptions (
        subscription_id text PRIMARY KEY,
        customer_id text NOT NULL,
        price_id text NOT NULL,
        plan text NOT NULL,
        state text NOT NULL,
        period_start timestamptz,
        period_end timestamptz,
        cancel_at timestamptz,
        told_at timestamptz NOT NULL,
        turn text NOT NULL
      );
      CREATE INDEX paid_subscriptions_by_customer ON paid_subscriptions (customer_id);

      CREATE TABLE payment_refunds (
        payment_id text PRIMARY KEY,
        customer_id text NOT NULL,
        paid_at timestamptz NOT NULL
      );
      CREATE INDEX payment_refunds_by_customer ON payment_refunds (customer_id);

      CREATE TABLE payment_endings (
        subscription_id text PRIMARY KEY,
        attempts integer NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL
      );
      CREATE INDEX payment_endings_by_time ON payment_endings (due_at)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE payment_endings, payment_refunds, paid_subscriptions, payment_customers, payment_events;
      DROP INDEX subscriptions_ending;
      CREATE INDEX subscriptions_ending ON subscriptions (current_period_end) WHERE status = 'ending';
      ALTER TABLE subscriptions DROP COLUMN ends_at, DROP COLUMN payment_id
    `);
  }
}
