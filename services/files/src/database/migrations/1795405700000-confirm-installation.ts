import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ConfirmInstallation1795405700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE installation ADD COLUMN server_run text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE installation DROP COLUMN server_run');
  }
}
