import type { MigrationInterface, QueryRunner } from 'typeorm';

export class VersionSuspensions1795478600001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts ADD COLUMN suspension_version integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts DROP COLUMN suspension_version');
  }
}
