import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { fileSettingsChanged } from '@waybill/contracts';
import { DataSource, In } from 'typeorm';
import { SharedFile } from '../file/shared-file.entity.js';
import { toFacts } from '../file/file.presenter.js';
import { SweeperService } from '../sweep/sweeper.service.js';

/** Files of one transaction. */
const BATCH = 200;

/**
 * Publishes the facts of files from before an upgrade once, so that notifications and webhooks know them. Consumers that
 * have them already ignore them, by their version.
 */
@Injectable()
export class SnapshotBacklogSweep implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly sweeper: SweeperService,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('snapshot-backlog', () => this.sweep());
  }

  /** Safe to run on several replicas at once, and to be interrupted. */
  async sweep(): Promise<void> {
    while ((await this.publishBatch()) === BATCH);
  }

  private publishBatch(): Promise<number> {
    return this.database.transaction(async (manager) => {
      const [rows] = await manager.query<[{ file_id: string }[], number]>(
        `DELETE FROM snapshot_backlog WHERE file_id IN (
           SELECT file_id FROM snapshot_backlog ORDER BY file_id LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING file_id`,
        [BATCH],
      );
      const ids = rows.map(({ file_id }) => file_id);
      // Locked, so that no facts follow the event of a deletion.
      const files = await manager.find(SharedFile, {
        where: { id: In(ids) },
        order: { id: 'ASC' },
        lock: { mode: 'for_no_key_update' },
      });
      await this.outbox.addAll(
        manager,
        fileSettingsChanged,
        files.map((file) => ({ subject: file.id, data: toFacts(file) })),
      );
      return rows.length;
    });
  }
}
