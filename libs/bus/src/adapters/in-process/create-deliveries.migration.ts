import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateDeliveries1767225600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE subscription (
        consumer text NOT NULL,
        type text NOT NULL,
        PRIMARY KEY (consumer, type)
      )`);
    // `json`, not `jsonb`: jsonb refuses some texts, such as \u0000 in a file name.
    await runner.query(`
      CREATE TABLE delivery (
        event_id uuid NOT NULL,
        consumer text NOT NULL,
        sequence bigint GENERATED ALWAYS AS IDENTITY,
        subject text NOT NULL,
        event json NOT NULL,
        attempts int NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL DEFAULT now(),
        error text,
        died_at timestamptz,
        PRIMARY KEY (event_id, consumer)
      )`);
    await runner.query('CREATE INDEX delivery_alive ON delivery (consumer, sequence) WHERE died_at IS NULL');
    await runner.query('CREATE INDEX delivery_dead ON delivery (died_at) WHERE died_at IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE delivery, subscription');
  }
}
