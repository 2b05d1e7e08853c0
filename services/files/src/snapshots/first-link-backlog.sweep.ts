import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { firstLinkChanged } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { toFirstLinkFacts } from '../links/link.presenter.js';
import { SweeperService } from '../sweep/sweeper.service.js';
import { type Backlog, BATCH, lockBundlesAndFiles, takeBatch } from './backlog.js';

const BACKLOG: Backlog = { table: 'first_link_backlog', column: 'target_id' };

/** Publishes once the first links that were named before an upgrade, because no event named them. */
@Injectable()
export class FirstLinkBacklogSweep implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly sweeper: SweeperService,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('first-link-backlog', () => this.sweep());
  }

  /** Safe to run concurrently on several replicas, and to be interrupted. */
  async sweep(): Promise<void> {
    while ((await this.publishBatch()) === BATCH);
  }

  private publishBatch(): Promise<number> {
    return this.database.transaction(async (manager) => {
      const ids = await takeBatch(manager, BACKLOG);
      const { bundles, files } = await lockBundlesAndFiles(manager, ids);
      await this.outbox.addAll(
        manager,
        firstLinkChanged,
        [...bundles, ...files].map((target) => ({ subject: target.id, data: toFirstLinkFacts(target) })),
      );
      return ids.length;
    });
  }
}
