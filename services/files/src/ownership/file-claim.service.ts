import { Injectable } from '@nestjs/common';
import { bundleChanged, fileSettingsChanged } from '@waybill/contracts';
import { accountKey, lockAgainstDeletion, Outbox } from '@waybill/bus';
import { advisoryLock } from '@waybill/database';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { totalsOf } from '../bundle/bundle-contents.js';
import { Bundle } from '../bundle/bundle.entity.js';
import { toBundleFacts } from '../bundle/bundle.presenter.js';
import { toFacts } from '../file/file.presenter.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { isExpired } from '../file/expiry.policy.js';
import { Upload } from '../upload/upload.entity.js';

export interface Claim {
  readonly browserId: string;
  readonly userId: string;
}

/** Moves files and bundles of an anonymous browser to the account that signed up or logged in there. */
@Injectable()
export class FileClaimService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @returns number of moved files */
  claim(claim: Claim): Promise<number> {
    return this.database.transaction((manager) => this.claimWithin(manager, claim));
  }

  /**
   * Idempotent. A deleted account gets nothing. Files keep their expiry. Open uploads move too, because their files
   * arrive later.
   */
  async claimWithin(manager: EntityManager, { browserId, userId }: Claim): Promise<number> {
    if (!(await lockAgainstDeletion(manager, accountKey(userId)))) return 0;
    await advisoryLock(manager, `files.claim.${browserId}`);
    // Lock the uploads first: this waits for commits in progress, whose files the query below then finds.
    // Lock in the order in which batches of commits lock uploads, to avoid deadlocks.
    await manager.query('SELECT 1 FROM uploads WHERE browser_id = $1 ORDER BY id FOR UPDATE', [browserId]);
    await manager.update(Upload, { browserId }, { browserId: null, userId });
    await this.claimBundles(manager, { browserId, userId });
    const files = await manager.find(SharedFile, {
      where: { browserId },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const live = files.filter(({ deleteAt }) => !isExpired(deleteAt, this.clock.now()));
    if (live.length === 0) return 0;
    for (const file of live) Object.assign(file, { browserId: null, userId, version: file.version + 1 });
    await manager.query(
      'UPDATE files SET browser_id = NULL, user_id = $2, version = version + 1 WHERE id = ANY($1)',
      [live.map(({ id }) => id), userId],
    );
    await this.outbox.addAll(
      manager,
      fileSettingsChanged,
      live.map((file) => ({ subject: file.id, data: toFacts(file) })),
    );
    return live.length;
  }

  private async claimBundles(manager: EntityManager, { browserId, userId }: Claim): Promise<void> {
    const now = this.clock.now();
    const bundles = await manager.find(Bundle, {
      where: { browserId },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    for (const bundle of bundles.filter(({ deleteAt }) => !isExpired(deleteAt, now))) {
      Object.assign(bundle, { browserId: null, userId, version: bundle.version + 1 });
      await manager.save(bundle);
      const totals = await totalsOf(manager, bundle.id, now);
      await this.outbox.add(manager, bundleChanged, bundle.id, toBundleFacts(bundle, totals));
    }
  }
}
