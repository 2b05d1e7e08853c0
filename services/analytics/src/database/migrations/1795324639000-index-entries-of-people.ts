import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = {
  entries_of_people: '(file_id, accessed_at, id) WHERE NOT is_bot',
  entries_by_link: '(file_id, link_id, accessed_at, id)',
  entries_to_roll_up: '(file_id) WHERE visitor IS NULL',
};

/** Indexes for reports without bots, for reports of one link, and for the roll-up of old entries. */
export class IndexEntriesOfPeople1795324639000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(indexes)) {
      // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON entries ${definition}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await runner.query(`DROP INDEX CONCURRENTLY ${name}`);
  }
}
