import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSubscriptions1795219200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE subscriptions (
        user_id uuid PRIMARY KEY,
        email_key text NOT NULL UNIQUE,
        plan text NOT NULL,
        version integer NOT NULL,
        status text NOT NULL,
        current_period_end timestamptz
      );
      CREATE INDEX subscriptions_ending ON subscriptions (current_period_end) WHERE status = 'ending'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE subscriptions');
  }
}
