import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { bundleChanged, fileSettingsChanged } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { totalsOf } from '../bundle/bundle-contents.js';
import { toBundleFacts } from '../bundle/bundle.presenter.js';
import { toFacts } from '../file/file.presenter.js';
import { SweeperService } from '../sweep/sweeper.service.js';
import { type Backlog, BATCH, lockBundlesAndFiles, takeBatch } from './backlog.js';

const BACKLOG: Backlog = { table: 'snapshot_backlog', column: 'file_id' };

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
      const ids = await takeBatch(manager, BACKLOG);
      const { bundles, files } = await lockBundlesAndFiles(manager, ids);
      for (const bundle of bundles) {
        const totals = await totalsOf(manager, bundle.id, this.clock.now());
        await this.outbox.add(manager, bundleChanged, bundle.id, toBundleFacts(bundle, totals));
      }
      await this.outbox.addAll(
        manager,
        fileSettingsChanged,
        files.map((file) => ({ subject: file.id, data: toFacts(file) })),
      );
      return ids.length;
    });
  }
}
