import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Queues existing bundles, which analytics has recorded as files, so that their facts are published. */
export class SnapshotBundles1795376772000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('INSERT INTO snapshot_backlog SELECT id FROM bundles ON CONFLICT DO NOTHING');
  }

  /** Keeps the queued bundles: publishing the facts of a bundle again is harmless. */
  async down(): Promise<void> {
    // Nothing to revert.
  }
}
