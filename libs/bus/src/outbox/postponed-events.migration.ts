import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index for postponed events. Drops the one by subject, which served the leases that relays no longer use. */
export class PostponedEvents1795392000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Blocks writes to outbox only briefly: the table is small, because published events are deleted.
    await runner.query('CREATE INDEX outbox_postponed ON outbox (due_at) WHERE attempts > 0');
    await runner.query('DROP INDEX outbox_subject');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX outbox_subject ON outbox (subject, sequence)');
    await runner.query('DROP INDEX outbox_postponed');
  }
}
