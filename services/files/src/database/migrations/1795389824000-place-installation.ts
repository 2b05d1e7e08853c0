import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PlaceInstallation1795389824000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE installation ADD COLUMN place text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE installation DROP COLUMN place');
  }
}
