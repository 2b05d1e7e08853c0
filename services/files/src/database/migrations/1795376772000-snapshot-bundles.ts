import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bundles of earlier versions, which analytics recorded as files. */
export class SnapshotBundles1795376772000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('INSERT INTO snapshot_backlog SELECT id FROM bundles ON CONFLICT DO NOTHING');
  }

  /** Keeps them: publishing the facts of a bundle again is harmless. */
  async down(): Promise<void> {
    // Nothing was changed for good.
  }
}
