import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds postponed events without reading the others. The index by subject served leases, which relays no longer use. */
export class PostponedEvents1795392000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Blocks writes to outbox only briefly: events leave it when they are published.
    await runner.query('CREATE INDEX outbox_postponed ON outbox (due_at) WHERE attempts > 0');
    await runner.query('DROP INDEX outbox_subject');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX outbox_subject ON outbox (subject, sequence)');
    await runner.query('DROP INDEX outbox_postponed');
  }
}
