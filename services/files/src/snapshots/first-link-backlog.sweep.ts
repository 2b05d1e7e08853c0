import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { firstLinkChanged } from '@waybill/contracts';
import { DataSource, type EntityManager, In } from 'typeorm';
import { Bundle } from '../bundle/bundle.entity.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { toFirstLinkFacts } from '../links/link.presenter.js';
import { SweeperService } from '../sweep/sweeper.service.js';

/** Maximum number of rows of the backlog that one transaction publishes. */
const BATCH = 200;

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
      const [rows] = await manager.query<[{ target_id: string }[], number]>(
        `DELETE FROM first_link_backlog WHERE target_id = ANY (ARRAY(
           SELECT target_id FROM first_link_backlog ORDER BY target_id LIMIT $1 FOR UPDATE SKIP LOCKED))
         RETURNING target_id`,
        [BATCH],
      );
      const ids = rows.map(({ target_id }) => target_id);
      // Lock bundles before files, as changes of bundles do: in the other order, the two could deadlock.
      const targets = [
        ...(await lockRows(manager, Bundle, ids)),
        ...(await lockRows(manager, SharedFile, ids)),
      ];
      await this.outbox.addAll(
        manager,
        firstLinkChanged,
        targets.map((target) => ({ subject: target.id, data: toFirstLinkFacts(target) })),
      );
      return rows.length;
    });
  }
}

/** Locks the rows: a concurrent deletion could otherwise publish its event before that of the name. */
function lockRows(
  manager: EntityManager,
  entity: typeof SharedFile | typeof Bundle,
  ids: readonly string[],
): Promise<(SharedFile | Bundle)[]> {
  return manager.find<SharedFile | Bundle>(entity, {
    where: { id: In([...ids]) },
    order: { id: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
}
