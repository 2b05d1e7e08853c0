import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps what each file was taken down with. Takedowns from before are unknown: any restore ends them, as before. */
export class KeepSubjectsOfTakedowns1795860000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files ADD COLUMN taken_down_with uuid[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files DROP COLUMN taken_down_with');
  }
}
