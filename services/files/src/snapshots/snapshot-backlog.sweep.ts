import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { bundleChanged, fileSettingsChanged } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager, In } from 'typeorm';
import { totalsOf } from '../bundle/bundle-contents.js';
import { Bundle } from '../bundle/bundle.entity.js';
import { toBundleFacts } from '../bundle/bundle.presenter.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { toFacts } from '../file/file.presenter.js';
import { SweeperService } from '../sweep/sweeper.service.js';

/** Maximum number of rows of the backlog that one transaction publishes. */
const BATCH = 200;

/**
 * Publishes the facts of files and bundles that existed before an upgrade, once, so that projections include them.
 * A consumer that already has such a snapshot ignores it by its version.
 */
@Injectable()
export class SnapshotBacklogSweep implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly sweeper: SweeperService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('snapshot-backlog', () => this.sweep());
  }

  /** Safe to run concurrently on several replicas, and to be interrupted. */
  async sweep(): Promise<void> {
    while ((await this.publishBatch()) === BATCH);
  }

  private publishBatch(): Promise<number> {
    return this.database.transaction(async (manager) => {
      const [rows] = await manager.query<[{ file_id: string }[], number]>(
        `DELETE FROM snapshot_backlog WHERE file_id = ANY (ARRAY(
           SELECT file_id FROM snapshot_backlog ORDER BY file_id LIMIT $1 FOR UPDATE SKIP LOCKED))
         RETURNING file_id`,
        [BATCH],
      );
      const ids = rows.map(({ file_id }) => file_id);
      // Lock bundles before files, as changes of bundles do: in the other order, the two could deadlock.
      await this.publishBundles(manager, ids);
      // Lock the files: a concurrent deletion could otherwise publish its event before these facts.
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

  private async publishBundles(manager: EntityManager, ids: readonly string[]): Promise<void> {
    const bundles = await manager.find(Bundle, {
      where: { id: In(ids) },
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
    for (const bundle of bundles) {
      const totals = await totalsOf(manager, bundle.id, this.clock.now());
      await this.outbox.add(manager, bundleChanged, bundle.id, toBundleFacts(bundle, totals));
    }
  }
}
